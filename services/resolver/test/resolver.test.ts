import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { openBucket, readJournal, writeFact } from "@token-sentiment/bus";
import { parseFact, Presence, type Request, subjectParts, subjects, SYMBOL, type Token } from "@token-sentiment/contract";
import { startResolver } from "@token-sentiment/resolver";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { marketProviders, startWeb } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";

const organic = {
  coin_symbol: "MINT",
  contract_address: "So1ana1111111111111111111111111111111111112",
  chain_id: "solana",
  note: "",
  talk: "organic",
} as const;

/** A resolver on a broker; it asks the sandbox's providers unless told other base URLs. */
async function open(urls?: { ENGINE_COINGECKO_URL: string; ENGINE_DEXSCREENER_URL: string }) {
  await using opening = new AsyncDisposableStack();
  const broker = opening.use(await startBroker());
  const web = opening.use(await startWeb(marketProviders([organic], [], Date.now)));
  const config = urls ?? { ENGINE_COINGECKO_URL: web.urlOf("coingecko"), ENGINE_DEXSCREENER_URL: web.urlOf("dexscreener") };
  const log = createLog("silent", { service: "resolver", version: "test", instance: "one" });
  const bus = await broker.open("resolver", { log });
  opening.use(await startResolver({ bus, log, metrics: createMetrics(), version: "1.0.0", instance: "one", config }));
  const gateway = await broker.open("gateway");
  const reader = await broker.open("aggregator");
  const stack = opening.move();
  const tokenOf = async (job: string): Promise<Token | undefined> => {
    const fact = (await readJournal(reader, job)).find(({ subject }) => subjectParts(subject).kind === "token");
    return fact && parseFact("token", fact);
  };
  return {
    web,
    reader,
    /** Asks what a symbol means on a chain; answers the fact and how long it took. */
    async ask(coin_symbol: string, chain_id: Request["chain_id"] = "1") {
      const job_id = randomUUID();
      const value: Request = { job_id, request_id: job_id, caller: "test", coin_symbol, chain_id, expects: ["market"], budget_ms: 60_000 };
      const asked = performance.now();
      await writeFact(gateway, { kind: "request", subject: subjects.request(SYMBOL, job_id), value });
      await expect.poll(() => tokenOf(job_id), { timeout: 8000, interval: 20 }).toBeDefined();
      return { token: await tokenOf(job_id), tookMs: performance.now() - asked };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test("a symbol whose only large market is on another chain has no contract here, and that market is told", async () => {
  await using resolver = await open();
  const { token } = await resolver.ask("WIF", "1");
  expect(token).toMatchObject({ chain_id: "1", coin_symbol: "WIF", ambiguous: false, source: "coingecko and dexscreener" });
  expect(token?.contract_address).toBeUndefined();
  expect(token?.candidates[0]).toEqual({
    chain_id: "solana",
    contract_address: "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm",
    liquidity_usd: 12_345_678,
  });
});

test("on its own chain it is found by the curated list, whatever the dollar sign in its name", async () => {
  await using resolver = await open();
  const { token } = await resolver.ask("WIF", "solana");
  expect(token).toMatchObject({
    contract_address: "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm",
    symbol_on_chain: "$WIF",
    ambiguous: false,
    source: "coingecko",
  });
});

test("two contracts of like depth are ambiguous: the deeper is judged, the other is told", async () => {
  await using resolver = await open();
  const { token } = await resolver.ask("TWIN");
  expect(token).toMatchObject({ contract_address: "0x7b1a0000000000000000000000000000000071b2", ambiguous: true, source: "dexscreener" });
  const here = token?.candidates.filter(({ chain_id }) => chain_id === "1");
  expect(here?.map(({ liquidity_usd }) => liquidity_usd)).toEqual(expect.arrayContaining([310_000, 90_000]));
});

test("a symbol that nobody knows is answered too, and a major coin without asking", async () => {
  await using resolver = await open();
  const unknown = await resolver.ask("NOSUCHCOIN");
  expect(unknown.token).toMatchObject({ ambiguous: false, candidates: [], source: "coingecko and dexscreener" });
  const major = await resolver.ask("ETH");
  expect(major.token).toMatchObject({ candidates: [], native: true, source: "majors" });
  for (const { token } of [unknown, major]) expect(token?.contract_address).toBeUndefined();
});

test("with every upstream dead or hanging the fact is written within 5 s and says so", async () => {
  const hanging = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(hanging, "listening");
  const address = hanging.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  await using resolver = await open({ ENGINE_COINGECKO_URL: url, ENGINE_DEXSCREENER_URL: url });
  const answers = await Promise.all(["PEPE", "WIF", "TWIN"].map((symbol) => resolver.ask(symbol)));
  for (const { token, tookMs } of answers) {
    expect(token?.contract_address).toBeUndefined();
    expect(token?.source).toBe("coingecko and dexscreener could not be asked");
    expect(tookMs).toBeLessThan(5000);
  }
  hanging.close();
});

test("one dead source is said, the other is used", async () => {
  await using resolver = await open();
  await using half = await open({ ENGINE_COINGECKO_URL: "http://127.0.0.1:9", ENGINE_DEXSCREENER_URL: resolver.web.urlOf("dexscreener") });
  const { token } = await half.ask("TWIN");
  expect(token).toMatchObject({ ambiguous: true, source: "dexscreener; coingecko could not be asked" });
});

test("a running resolver is present under its own name", async () => {
  await using resolver = await open();
  const presence = await openBucket(resolver.reader, "presence");
  const [one] = (await presence.list("resolver")).map(({ value }) => Presence.parse(value));
  expect(one).toMatchObject({ engine: "resolver", instance: "one", upstreams: { coingecko: "closed", dexscreener: "closed" } });
});
