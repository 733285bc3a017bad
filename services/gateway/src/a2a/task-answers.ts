import { timing } from "@token-sentiment/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppContext } from "../context.ts";
import { ApiError } from "../errors.ts";
import { STREAM_MS } from "../job-events.ts";
import type { JobView } from "../job-view.ts";
import { leaving } from "../leaving.ts";
import { sendEvents } from "../send-events.ts";
import { waitForFinal } from "../wait.ts";
import type { A2aResponse, AgentMessage } from "./a2a-shapes.ts";
import { mediaTypeFor } from "./a2a-media.ts";
import { said, taskEvents } from "./task-events.ts";
import { taskOf, type TaskRef } from "./task.ts";

/** A task as it was read. */
interface Found {
  task: TaskRef;
  view: JobView;
}

/** The ways of answering with a task. */
export interface TaskAnswers {
  /** Above the longest answer: the framework must not answer for one that is still under way. */
  longestMs: number;
  /** What is to be said before there can be a task. */
  say(request: FastifyRequest, reply: FastifyReply, said: { message: AgentMessage }): void;
  /** The task as it is. */
  show(request: FastifyRequest, reply: FastifyReply, found: Found): void;
  /** The task when it has ended, unless it is wanted at once, the client leaves or the service drains. */
  settled(request: FastifyRequest, reply: FastifyReply, sent: Found & { atOnce: boolean; headers: Record<string, string> }): Promise<void>;
  /** The task's life as server-sent events. */
  stream(reply: FastifyReply, sent: { message: AgentMessage } | (Found & { headers?: Record<string, string> })): void;
}

/** Every job is final before. */
const WAIT_MS = timing.failedMs + 5000;

/** Makes them for one gateway. */
export function createTaskAnswers({ journals, bells, reader, clock, limits, draining }: AppContext): TaskAnswers {
  const send = (request: FastifyRequest, reply: FastifyReply, body: unknown): void =>
    void reply.header("cache-control", "no-store").type(mediaTypeFor(request)).send(JSON.stringify(body));

  return {
    longestMs: STREAM_MS + 60_000,
    say: (request, reply, message) => send(request, reply, message),
    show: (request, reply, { task, view }) => send(request, reply, taskOf(task, view)),
    async settled(request, reply, { task, view, atOnce, headers }) {
      reply.headers(headers);
      const answer = (now: JobView): void => send(request, reply, { task: taskOf(task, now) } satisfies A2aResponse);
      if (atOnce || view.final) return answer(view);
      const { socket } = request.raw;
      // A waiter's socket is silent for longer than an idle one may be.
      socket.setTimeout(WAIT_MS + limits.stalledMs);
      const until = leaving(reply, draining);
      const last = await waitForFinal(task.taskId, { bells, reader, clock, ms: WAIT_MS, until });
      socket.setTimeout(limits.stalledMs);
      if (!last) throw new ApiError("job_not_found");
      answer(last);
    },
    stream(reply, sent) {
      if (draining?.aborted) throw new ApiError("unavailable");
      if ("message" in sent) return sendEvents(reply, said(sent));
      const { task, view, headers = {} } = sent;
      const until = leaving(reply, draining);
      sendEvents(reply.headers(headers), taskEvents(task, { view, journals, bells, reader, clock, until }));
    },
  };
}
