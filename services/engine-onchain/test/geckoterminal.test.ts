import { once } from "node:events";
import { createServer } from "node:http";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { analyze, find } from "./analyze.ts";
import { startProxy } from "./proxy.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ chains: ["56"] });
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const COIN = "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c";
const word = (number: number): string => `0x${number.toString(16).padStart(40, "0")}`;

/** A source of trades and holders in GeckoTerminal's shapes, over real HTTP: `count` sales, the price halving over them. */
async function startSource({ token, count, topTen }: { token: string; count: number; topTen: string }) {
  const asked: string[] = [];
  const trades = Array.from({ length: count }, (_, index) => ({
    type: "trade",
    attributes: {
      block_number: 1000 + index,
      tx_hash: `0x${index}`,
      tx_from_address: word(1 + (index % 30)),
      from_token_amount: "100.5",
      to_token_amount: String(2 - index / count),
      block_timestamp: new Date(Date.now() - (count - index) * 60_000).toISOString().replace(/\.\d+Z$/, "Z"),
      kind: "sell",
      volume_in_usd: "600",
      from_token_address: token.toLowerCase(),
      to_token_address: COIN.toLowerCase(),
    },
  }));
  const attributes = { address: token.toLowerCase(), holders: { count: 900, distribution_percentage: { top_10: topTen, rest: "1" } } };
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const body = request.url?.endsWith("/trades") ? { data: trades.toReversed() } : { data: { attributes } };
    response.setHeader("content-type", "application/json").end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

test("where no node grants logs, as on BNB Smart Chain's own, GeckoTerminal's trades and holders stand in, and the lines say so", async () => {
  const token = sandbox.tokens["MIRE"] ?? expect.fail("there is no MIRE");
  await using proxy = await startProxy(sandbox.rpcUrl, () => "eth_getLogs is disabled");
  await using source = await startSource({ token: token.address, count: 90, topTen: "73.8" });
  const analysis = await analyze({ "56": proxy.url }, token, { ENGINE_GECKOTERMINAL_URL: source.url });
  const drawdown = find(analysis, "drawdown");
  expect(drawdown).toMatchObject({ status: "hit", source: "geckoterminal", reliability: 0.8, values: { trades: 90 } });
  expect(drawdown?.values["drawdown"]).toBeCloseTo(0.4944, 3);
  expect(find(analysis, "sell_concentration")).toMatchObject({ values: { sellers: 30 } });
  expect(find(analysis, "holder_concentration")).toMatchObject({ status: "hit", source: "geckoterminal", values: { top10: 0.738 } });
  expect(find(analysis, "lp_removed")).toMatchObject({
    status: "unknown",
    text: "removal of liquidity unknown: its source tells trades only",
  });
  expect(analysis.partial).toBe(true);
  expect(analysis.measures?.event).toBeGreaterThan(0.3);
  expect(source.asked.toSorted()).toEqual([
    `/networks/bsc/pools/${token.pair.toLowerCase()}/trades`,
    `/networks/bsc/tokens/${token.address}/info`,
  ]);
});

test("a source that tells its last 300 trades only makes a shorter window, and says so", async () => {
  const token = sandbox.tokens["MIRE"] ?? expect.fail("there is no MIRE");
  await using proxy = await startProxy(sandbox.rpcUrl, () => "eth_getLogs is disabled");
  await using source = await startSource({ token: token.address, count: 300, topTen: "10" });
  const analysis = await analyze({ "56": proxy.url }, token, { ENGINE_GECKOTERMINAL_URL: source.url });
  expect(find(analysis, "drawdown")?.text).toContain("in 5 h (the source tells the last 300 trades only)");
  expect(find(analysis, "holder_concentration")?.status).toBe("clear");
});

test("where logs are granted GeckoTerminal is not asked", async () => {
  const token = sandbox.tokens["MIRE"] ?? expect.fail("there is no MIRE");
  await using source = await startSource({ token: token.address, count: 1, topTen: "10" });
  const analysis = await analyze({ "56": sandbox.rpcUrl }, token, { ENGINE_GECKOTERMINAL_URL: source.url });
  expect(find(analysis, "drawdown")?.source).toBe("eth_getLogs");
  expect(source.asked).toEqual([]);
});
