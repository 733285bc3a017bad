import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { send } from "../src/send.ts";
import { type Certificate, certificateOf } from "./certificate.ts";

const ca = certificateOf("a root of tests");
const stack: Server[] = [];
const trusted = getCACertificates("default");
beforeEach(() => setDefaultCACertificates([...trusted, ca.cert]));
afterEach(() => {
  setDefaultCACertificates(trusted);
  vi.unstubAllEnvs();
  for (const server of stack.splice(0)) server.close().closeAllConnections();
});

/** Who is called by TLS, with what it heard of the name and how many calls. */
async function startTls({ cert, key }: Certificate) {
  const heard: (string | false | null)[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    heard.push((request.socket as TLSSocket).servername);
    response.end();
  });
  stack.push(server.on("tlsClientError", () => undefined).listen(0, "127.0.0.1"));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { heard, call: (host: string) => send(messageTo(`https://${host}:${port}/in`), options) };
}
const options = { resolve: async () => ["127.0.0.1"], mayConnect: () => true, limitMs: 5000 };
const messageTo = (url: string) => ({ url, headers: {}, body: "{}" });

test("a receiver whose certificate a trusted authority made out to its name is called, by that name", async () => {
  const receiver = await startTls(certificateOf("hooks.acme.com", ca));
  expect(await receiver.call("hooks.acme.com")).toEqual({ outcome: "delivered", status: 200 });
  expect(receiver.heard).toEqual(["hooks.acme.com"]);
});

test("a certificate of another name is refused, also just after the same server was called by the right one", async () => {
  const receiver = await startTls(certificateOf("hooks.acme.com", ca));
  await receiver.call("hooks.acme.com");
  expect(await receiver.call("hooks.other.com")).toEqual({ outcome: "tls" });
  expect(receiver.heard).toEqual(["hooks.acme.com"]);
});

test("a certificate that signed itself, or whose authority nobody trusts, is refused, whatever the environment says", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const own = await startTls(certificateOf("hooks.acme.com"));
  const stranger = await startTls(certificateOf("hooks.acme.com", certificateOf("another root")));
  for (const receiver of [own, stranger]) {
    expect(await receiver.call("hooks.acme.com")).toEqual({ outcome: "tls" });
    expect(receiver.heard).toEqual([]);
  }
});
