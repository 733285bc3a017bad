import { once } from "node:events";
import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { liveEnvironment, sandboxEnvironment, unreachable, upstreams } from "./upstreams.ts";

test("live, every source has a public address; a setting of one's own wins, an empty one turns it off", () => {
  const environment = liveEnvironment({ ENGINE_DEXSCREENER_URL: "https://proxy.example", ENGINE_MASTODON_URL: "" });
  for (const { variable } of upstreams) expect(environment[variable]).toBeDefined();
  expect(environment).toMatchObject({
    ENGINE_DEXSCREENER_URL: "https://proxy.example",
    ENGINE_MASTODON_URL: "",
    ENGINE_RUGCHECK_URL: "https://api.rugcheck.xyz",
  });
  expect(environment["ENGINE_EVM_RPC_56"]?.split(",").length).toBeGreaterThan(1);
});

test("on the sandbox no source lies beyond loopback", () => {
  const environment = sandboxEnvironment({ evm: 1001, web: 1002 });
  const urls = upstreams.flatMap(({ variable }) => (environment[variable] ?? "?").split(",")).filter((url) => url !== "");
  for (const url of urls) expect(new URL(url).hostname).toBe("127.0.0.1");
  expect(environment).toMatchObject({ ENGINE_EVM_RPC_1: "http://127.0.0.1:1001" });
});

test("a source is reached when one of its addresses answers anything at all; who does not is named", async () => {
  const server = createServer((_, response) => response.writeHead(503).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const there = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const gone = "http://127.0.0.1:9";
  const environment = { ENGINE_EVM_RPC_1: `${gone},${there}`, ENGINE_GOPLUS_URL: gone, ENGINE_MASTODON_URL: "" };
  expect(await unreachable(environment)).toEqual(["GoPlus"]);
});
