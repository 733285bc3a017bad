import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { leaving } from "../src/leaving.ts";
import { sendEvents } from "../src/send-events.ts";

/** An answer that is not given yet, and its client's connection. */
async function unanswered() {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n");
  const [, raw]: ServerResponse[] = await once(server, "request");
  return { raw: raw!, client };
}

test("a client that left before anybody waited for it has left", async () => {
  const { raw, client } = await unanswered();
  client.resetAndDestroy();
  await once(raw, "close");
  expect(leaving({ raw }, undefined).aborted).toBe(true);
});

test("one that leaves later has left then, and a service that drains does not wait for it", async () => {
  const { raw, client } = await unanswered();
  const draining = new AbortController();
  const [until, drained] = [leaving({ raw }, undefined), leaving({ raw }, draining.signal)];
  expect([until.aborted, drained.aborted]).toEqual([false, false]);
  draining.abort();
  expect([until.aborted, drained.aborted]).toEqual([false, true]);
  client.resetAndDestroy();
  await once(raw, "close");
  expect(until.aborted).toBe(true);
});

test("a stream for a client that has left is not begun, and is no error", async () => {
  const [arrived, answered, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  let begun = 0;
  async function* events() {
    begun++;
    yield "data: 1\n\n";
  }
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    failed.resolve(String(error));
    reply.send();
  });
  app.get("/", async () => "there");
  app.post("/", async (_request, reply) => {
    arrived.resolve();
    await once(reply.raw, "close");
    sendEvents(reply, events());
    answered.resolve();
    return reply;
  });
  onTestFinished(() => app.close());
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const client = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  // With a body: the framework lets go of a request whose body it has not read by itself.
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  await arrived.promise;
  client.resetAndDestroy();
  await answered.promise;
  // What comes of it comes before another request is answered.
  const after = fetch(url).then((response) => response.text());
  expect(await Promise.race([failed.promise, after])).toBe("there");
  expect(begun).toBe(0);
});
