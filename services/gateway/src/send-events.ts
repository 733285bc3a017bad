import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Made before the client has read the one before: a client that does not read holds no more than these. */
const FRAMES_AHEAD = 1;

/** Answers with server-sent events, as they come; with none where the client has left before, which is no fault of the stream. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<string>): void {
  if (reply.raw.destroyed) return;
  // A proxy that buffers would hold events back.
  reply.header("cache-control", "no-store").header("x-accel-buffering", "no").type("text/event-stream; charset=utf-8");
  reply.send(Readable.from(events, { highWaterMark: FRAMES_AHEAD }));
}
