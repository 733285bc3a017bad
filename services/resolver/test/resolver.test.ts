import { once } from "node:events";
import { createServer } from "node:net";
import { openBucket } from "@token-sentiment/bus";
import { Presence } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { openResolver as open } from "./open-resolver.ts";

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

test("more requests than are worked at once do not wait behind each other for a list that hangs", async () => {
  await using resolver = await open();
  const hanging = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(hanging, "listening");
  const address = hanging.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  await using half = await open({ ENGINE_COINGECKO_URL: url, ENGINE_DEXSCREENER_URL: resolver.web.urlOf("dexscreener") });
  // Three turns of eight would take twelve seconds: longer than an answer is waited for here.
  const answers = await Promise.all(Array.from({ length: 20 }, () => half.ask("TWIN")));
  for (const { token } of answers) expect(token?.source).toBe("dexscreener; coingecko could not be asked");
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
