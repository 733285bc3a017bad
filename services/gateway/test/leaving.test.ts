import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { leaving } from "../src/leaving.ts";

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
