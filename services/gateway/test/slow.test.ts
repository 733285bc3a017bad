import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGateway, type TestGateway } from "./gateway.ts";
import { heapMiB } from "./heap.ts";
import { parseAnswers } from "./raw-http.ts";

let gateway: TestGateway;
let port: number;
const CONNECTIONS = 8;
/** Below those that one connection may send. */
const REQUESTS = 900;
beforeAll(async () => {
  const http = { headersMs: 200, requestMs: 300, stalledMs: 600, keepAliveMs: 100, checkEveryMs: 20, connections: CONNECTIONS };
  gateway = await startGateway({ http });
  port = Number(new URL(gateway.url).port);
});
afterAll(() => gateway[Symbol.asyncDispose]());

/** Opens a connection and says `bytes`; `ended` resolves to all that came when the server has closed it. */
function open(bytes: string) {
  const socket = connect(port, "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk) => void received.push(chunk)).on("error", () => undefined);
  const ended = once(socket, "close").then(() => Buffer.concat(received));
  if (bytes !== "") socket.write(bytes);
  return { socket, ended };
}

/** Says one byte after the other, faster than any silence is long, until the server has had enough. */
function drip({ socket }: { socket: Socket }, text: string): void {
  const bytes = text[Symbol.iterator]();
  const timer = setInterval(() => void socket.write(bytes.next().value ?? "x"), 10);
  socket.once("close", () => clearInterval(timer));
}

const POST = "POST /api/agent HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n";

describe("a slow client", () => {
  test.each([
    ["that says nothing", ""],
    ["that stops within its headers", "GET /api/examples HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["that stops within its body", `${POST}\r\n{"coin_symbol":`],
  ])("%s is told so and cut off", async (_what, bytes) => {
    const [answer] = parseAnswers(await open(bytes).ended);
    expect(answer?.status).toBe(408);
    expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code: "invalid_body", error: "the request took too long to arrive" });
    expect(answer?.headers).toMatchObject({ connection: "close", "x-content-type-options": "nosniff", "access-control-allow-origin": "*" });
  });

  test.each([
    ["headers", "GET /api/examples HTTP/1.1\r\nHost: x\r\nX-Slow: "],
    ["body", `${POST}\r\n{"coin_symbol":"`],
  ])("that drips its %s is cut off all the same", async (_what, bytes) => {
    const connection = open(bytes);
    drip(connection, "");
    // A byte that arrives after the end resets the connection, which may swallow the answer; what counts is the end.
    for (const { status } of parseAnswers(await connection.ended)) expect(status).toBe(408);
  });

  test("that only wants to keep a connection loses it", async () => {
    const connection = open("GET /api/examples HTTP/1.1\r\nHost: x\r\n\r\n");
    const [answer] = parseAnswers(await connection.ended);
    expect(answer?.status).toBe(200);
  });

  test("that has sent its end of the connection is closed, not kept", async () => {
    const connection = open("");
    connection.socket.end();
    expect((await connection.ended).toString()).toBe("");
  });

  test("that asks much and reads nothing is cut off, and the gateway keeps little of its answers", async () => {
    const size = Number((await gateway.call("/openapi.json")).headers.get("content-length"));
    const before = heapMiB();
    const socket = connect(port, "127.0.0.1");
    socket.write("GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(REQUESTS));
    await once(socket, "readable");
    let most = 0;
    const connections = async () => {
      most = Math.max(most, heapMiB() - before);
      return await gateway.connections();
    };
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    socket.destroy();
    const wantedMiB = (REQUESTS * size) / 2 ** 20;
    expect(wantedMiB).toBeGreaterThan(16);
    expect(most).toBeLessThan(wantedMiB / 2);
  });
});

test("one address holds no more connections than its share: another is served, and so is that one when it lets go", async () => {
  await using shared = await startGateway({ http: { connections: 8, connectionsOfOne: 3 } });
  const to = Number(new URL(shared.url).port);
  const ask = async (localAddress: string): Promise<number | undefined> => {
    const socket = connect({ port: to, host: "127.0.0.1", localAddress });
    const received: Buffer[] = [];
    socket.on("data", (chunk) => void received.push(chunk)).on("error", () => undefined);
    socket.write("GET /api/examples HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await once(socket, "close");
    return parseAnswers(Buffer.concat(received))[0]?.status;
  };
  const held = Array.from({ length: 3 }, () => connect({ port: to, host: "127.0.0.1", localAddress: "127.0.0.2" }));
  await expect.poll(() => shared.connections()).toBe(3);
  expect([await ask("127.0.0.2"), await ask("127.0.0.3")]).toEqual([undefined, 200]);
  held[0]?.destroy();
  await expect.poll(() => ask("127.0.0.2")).toBe(200);
  for (const socket of held) socket.destroy();
});

test("connections beyond the cap are closed unread, and one is taken again when another has gone", async () => {
  const held = Array.from({ length: CONNECTIONS }, () => open("GET /api/examples HTTP/1.1\r\nHost: x\r\n"));
  await expect.poll(() => gateway.connections()).toBe(CONNECTIONS);
  const refused = open("GET /api/examples HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect((await refused.ended).toString()).toBe("");
  await Promise.all(held.map(({ ended }) => ended));
  const [answer] = parseAnswers(await open("GET /api/examples HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").ended);
  expect(answer?.status).toBe(200);
});
