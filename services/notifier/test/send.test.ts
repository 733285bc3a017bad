import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { isPublicAddress } from "../src/public-address.ts";
import { send, type SendOptions } from "../src/send.ts";
import { startReceiver } from "./receiver.ts";

const nobody = () => Promise.reject(new Error("no name server"));
const anywhere: SendOptions = { resolve: nobody, mayConnect: () => true, limitMs: 5000 };
const message = (url: string) => ({ url, headers: { "webhook-id": "one" }, body: "{}" });

test("a 2xx is delivered, a 410 is the end, anything else is told by its status, with the time that was asked for", async () => {
  let status = 204;
  await using receiver = await startReceiver((response) => response.writeHead(status, { "retry-after": "7" }).end("stranger's words"));
  const outcomes: unknown[] = [];
  for (status of [200, 204, 410, 404, 503]) outcomes.push(await send(message(receiver.url), anywhere));
  expect(outcomes).toEqual([
    { outcome: "delivered", status: 200 },
    { outcome: "delivered", status: 204 },
    { outcome: "gone", status: 410 },
    { outcome: "status", status: 404, askedMs: 7000 },
    { outcome: "status", status: 503, askedMs: 7000 },
  ]);
  expect(receiver.calls[0]).toMatchObject({ body: "{}", headers: { "webhook-id": "one", "content-type": "application/json" } });
});

test.each([301, 302, 303, 307, 308])("a %i is never followed", async (status) => {
  await using inner = await startReceiver();
  await using receiver = await startReceiver((response) => response.writeHead(status, { location: inner.url }).end());
  expect(await send(message(receiver.url), anywhere)).toEqual({ outcome: "redirect", status });
  expect(inner.calls).toEqual([]);
});

test("a name of which one address is inside is not called at all", async () => {
  await using receiver = await startReceiver();
  const url = `http://hooks.acme.com:${receiver.port}/`;
  for (const addresses of [
    ["127.0.0.1"],
    ["93.184.216.34", "127.0.0.1"],
    ["127.0.0.1", "93.184.216.34"],
    ["93.184.216.34", "::ffff:127.0.0.1"],
    ["169.254.169.254"],
  ]) {
    const sent = await send(message(url), { ...anywhere, resolve: async () => addresses, mayConnect: isPublicAddress });
    expect(sent).toEqual({ outcome: "refused" });
  }
  expect(receiver.connections()).toBe(0);
});

test.each([
  "127.0.0.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "127.1",
  "[::1]",
  "[::ffff:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "１２７.0.0.1",
])("the literal %s is not called", async (host) => {
  await using receiver = await startReceiver(undefined, "127.0.0.1");
  const sent = await send(message(`http://${host}:${receiver.port}/`), { ...anywhere, mayConnect: isPublicAddress });
  expect(sent).toEqual({ outcome: "refused" });
  expect(receiver.calls).toEqual([]);
});

test("a name that leads elsewhere at its second answer is asked once an attempt, and called where it was checked", async () => {
  await using good = await startReceiver(undefined, "127.0.0.2");
  await using inner = await startReceiver(undefined, "127.0.0.1", good.port);
  let asked = 0;
  const resolve = async () => [asked++ % 2 === 0 ? "127.0.0.2" : "127.0.0.1"];
  const options = { ...anywhere, resolve, mayConnect: (address: string) => address === "127.0.0.2" };
  const url = `http://rebind.acme.com:${good.port}/`;
  expect(await send(message(url), options)).toMatchObject({ outcome: "delivered" });
  expect(asked).toBe(1);
  expect(await send(message(url), options)).toEqual({ outcome: "refused" });
  expect([good.calls.length, inner.calls.length]).toEqual([1, 0]);
  expect(good.calls[0]?.headers["host"]).toBe(`rebind.acme.com:${good.port}`);
});

test("an address that turns out another once connected gets no body", async () => {
  await using receiver = await startReceiver();
  let looks = 0;
  const sent = await send(message(receiver.url), { ...anywhere, mayConnect: () => looks++ === 0 });
  expect(sent).toEqual({ outcome: "refused" });
  expect(receiver.calls.map(({ body }) => body).filter((body) => body !== "")).toEqual([]);
});

test("no name, nobody there, silence and babble each have their outcome, and none takes longer than its limit", async () => {
  const short = { ...anywhere, limitMs: 300 };
  expect(await send(message("http://nowhere.acme.com/"), short)).toEqual({ outcome: "unresolved" });
  expect(await send(message("http://nowhere.acme.com/"), { ...short, resolve: () => new Promise<string[]>(() => undefined) })).toEqual({
    outcome: "timeout",
  });
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  expect(await send(message(gone.url), short)).toEqual({ outcome: "unreachable" });
  await using silent = await startReceiver(() => undefined);
  expect(await send(message(silent.url), short)).toEqual({ outcome: "timeout" });
  const plain = await startReceiver();
  expect(await send(message(plain.url.replace("http:", "https:")), short)).toEqual({ outcome: "tls" });
  await plain[Symbol.asyncDispose]();

  const sockets = new Set<Socket>();
  const babbler = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("HTTP/1.1 200 OK\r\n");
    const babble = setInterval(() => socket.write(`x-${"a".repeat(1000)}: b\r\n`), 1);
    socket.on("close", () => clearInterval(babble));
  }).listen(0, "127.0.0.1");
  await once(babbler, "listening");
  expect(await send(message(`http://127.0.0.1:${(babbler.address() as AddressInfo).port}/`), { ...anywhere, limitMs: 20_000 })).toEqual({
    outcome: "unreachable",
  });
  for (const socket of sockets) socket.destroy();
  babbler.close();
});

test("an endless answer is cut off, and its status counts", async () => {
  let sentBytes = 0;
  await using receiver = await startReceiver((response) => {
    const more = (): void => {
      sentBytes += 4096;
      if (!response.destroyed) response.write(Buffer.alloc(4096), () => setImmediate(more));
    };
    response.writeHead(200);
    more();
  });
  expect(await send(message(receiver.url), { ...anywhere, limitMs: 30_000 })).toEqual({ outcome: "delivered", status: 200 });
  expect(sentBytes).toBeLessThan(20 * 1024 * 1024);
});
