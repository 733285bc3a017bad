import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { send } from "../src/send.ts";

const LIMIT_MS = 1000;
const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Calls somebody who answers with these very bytes, and keeps the connection open. */
async function answered(raw: string, limitMs = LIMIT_MS) {
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => socket.write(raw));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return await send({ url, headers: {}, body: "{}" }, { resolve: async () => [], mayConnect: () => true, limitMs });
}
const head = (status: string, ...headers: string[]): string => [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n");

test.each([
  ["switches protocols", head("101 Switching Protocols", "upgrade: websocket", "connection: upgrade"), { outcome: "status", status: 101 }],
  ["says 101 and nothing else", head("101 Switching Protocols"), { outcome: "status", status: 101 }],
  ["speaks another protocol", "SSH-2.0-OpenSSH_9.9\r\n", { outcome: "unreachable" }],
])("one who %s does not hold the call", async (_, raw, sent) => {
  expect(await answered(raw, 20_000)).toEqual(sent);
});

test("what comes before the answer is passed over, and without an answer it is no answer", async () => {
  const hints = head("100 Continue") + head("103 Early Hints", "link: </>; rel=preload");
  expect(await answered(hints + head("204 No Content"))).toEqual({ outcome: "delivered", status: 204 });
  expect(await answered(hints)).toEqual({ outcome: "timeout" });
});

test("a body that never ends, or is shorter than it said, takes no more than the limit, and its status counts", async () => {
  expect(await answered(head("200 OK", "content-length: 100") + "abc")).toEqual({ outcome: "delivered", status: 200 });
  expect(await answered(head("200 OK", "transfer-encoding: chunked") + "zz\r\n")).toEqual({ outcome: "delivered", status: 200 });
  expect(await answered(head("500 No", "content-length: 100"))).toEqual({ outcome: "status", status: 500 });
});

test.each([
  ["-5", undefined],
  ["1e9", undefined],
  ["99999999999999999999", undefined],
  ["Fri, 31 Dec 2199 23:59:59 GMT", undefined],
  ["5, 7", undefined],
  ["999999", 999_999_000],
])("a Retry-After of %s asks for %s ms", async (value, askedMs) => {
  const sent = await answered(head("503 Later", `retry-after: ${value}`, "content-length: 0"));
  expect(sent).toEqual({ outcome: "status", status: 503, ...(askedMs !== undefined && { askedMs }) });
});
