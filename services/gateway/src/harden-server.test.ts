import { once } from "node:events";
import { PassThrough } from "node:stream";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { hardenServer, refuseConnection } from "./harden-server.ts";

test("a CONNECT on a connection that is ending already only closes it", async () => {
  const app = Fastify();
  hardenServer(app);
  const socket = new PassThrough();
  socket.end();
  app.server.emit("connect", {}, socket);
  await once(socket, "close");
  expect(socket.read()).toBeNull();
});

test("nothing is written into an answer under way", () => {
  const socket = Object.assign(new PassThrough(), { _httpMessage: { headersSent: true } });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one member of an answer that is looked at
  refuseConnection(new Error("garbage"), socket as unknown as Parameters<typeof refuseConnection>[1]);
  expect([socket.destroyed, socket.read()]).toEqual([true, null]);
});
