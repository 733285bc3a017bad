import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { type Evidence, parseFact, type Request, subjects } from "@token-sentiment/contract";
import { serveEngine } from "@token-sentiment/engine";
import { market } from "@token-sentiment/engine-market";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";

const BUDGET = 6;
const JOBS = 40;
/** A quarter of a minute has passed: the rest is longer than an attempt may wait. */
const now = 1_800_000_000_000 - (1_800_000_000_000 % 60_000) + 15_000;

/** DexScreener and GeckoTerminal in their shapes: every token has one pool of its own address, and every pool a flat week. Counts the questions about candles. */
async function startUpstreams() {
  let candles = 0;
  const server = createServer((request, response) => {
    const [, provider, ...path] = (request.url ?? "").split(/[/?]/);
    const address = path[3] ?? "";
    const meta = { base: { address }, quote: { address } };
    const token = { address, symbol: "ANY", name: "ANY" };
    const pair = {
      chainId: "ethereum",
      dexId: "uniswap",
      pairAddress: address,
      baseToken: token,
      quoteToken: token,
      liquidity: { usd: 50_000 },
    };
    const list = Array.from({ length: 100 }, (_, hour) => [now / 1000 - hour * 3600, 1, 1, 1, 1, 100]);
    if (provider === "geckoterminal") candles += 1;
    response.end(JSON.stringify(provider === "geckoterminal" ? { data: { attributes: { ohlcv_list: list } }, meta } : [pair]));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  return { url, candles: () => candles, [Symbol.asyncDispose]: async () => server.close().closeAllConnections() };
}

test("two replicas together ask an upstream exactly as often as its budget allows, and say so where it did not reach", async () => {
  await using upstreams = await startUpstreams();
  await using broker = await startBroker();
  await using stack = new AsyncDisposableStack();
  const config = market.config.parse({
    ENGINE_DEXSCREENER_URL: `${upstreams.url}/dexscreener`,
    ENGINE_GECKOTERMINAL_URL: `${upstreams.url}/geckoterminal`,
  });
  for (const instance of ["one", "two"]) {
    const log = createLog("silent", { service: "engine-market", version: "test", instance });
    const bus = await broker.open("engine-market", { log });
    stack.use(await serveEngine(market, { bus, log, metrics: createMetrics(), version: "1.0.0", instance, config, now: () => now }));
  }
  const [gateway, reader] = [await broker.open("gateway"), await broker.open("aggregator")];
  const jobs = Array.from({ length: JOBS }, () => randomUUID());
  await Promise.all(
    jobs.map(async (job_id, index) => {
      const contract_address = `0x${String(index).padStart(40, "0")}`;
      const job = { job_id, request_id: job_id, caller: "test", coin_symbol: "ANY", contract_address, chain_id: "1" } as const;
      const value: Request = { ...job, expects: ["market"], budget_ms: 60_000 };
      await writeFact(gateway, { kind: "request", subject: subjects.request("1", job_id), value });
    }),
  );
  const evidenceOf = async (job: string): Promise<Evidence[]> => {
    const facts = await readJournal(reader, job);
    return facts.filter(({ subject }) => subject === subjects.evidence("market", job)).map((fact) => parseFact("evidence", fact));
  };
  const all = async (): Promise<Evidence[]> => (await Promise.all(jobs.map(evidenceOf))).flat();
  await expect.poll(async () => (await all()).length, { timeout: 20_000 }).toBe(JOBS);

  expect(upstreams.candles()).toBe(BUDGET);
  const drawdowns = (await all()).flatMap(({ signals }) => signals.filter(({ code }) => code === "drawdown"));
  expect(drawdowns.filter(({ status }) => status === "clear")).toHaveLength(BUDGET);
  const refused = drawdowns.filter(({ status }) => status === "unknown");
  expect(refused).toHaveLength(JOBS - BUDGET);
  expect(new Set(refused.map(({ text }) => text))).toEqual(
    new Set(["price movement unknown: geckoterminal budget of 6 a minute is used up"]),
  );
});
