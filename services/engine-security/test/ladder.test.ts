import type { Signal } from "@token-sentiment/contract";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecurity } from "./analyze.ts";
import { type Item, startProxy } from "./proxy.ts";

/** The fallback ladder of evm.md §7, row by row: what a node lacks, on a real node that lacks it. */
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox[Symbol.asyncDispose]());

const unknownMethod = { error: { code: -32_601, message: "the method does not exist/is not available" } };
const tooManyParams = { error: { code: -32_602, message: "Incorrect parameters count" } };
const lacksSimulation = ({ method }: Item) => (method === "eth_simulateV1" ? unknownMethod : undefined);
const takesAtMost = (count: number) => (call: Item) =>
  call.method === "eth_call" && call.params.length > count ? tooManyParams : lacksSimulation(call);

/** What is said of some of the sandbox's tokens through a node that answers so. */
async function judged<S extends string>(answer: (call: Item) => object | undefined, ...symbols: S[]): Promise<Record<S, Signal[]>> {
  await using proxy = await startProxy(sandbox.rpcUrl, answer);
  await using engine = await openSecurity([proxy.url]);
  const all: Partial<Record<S, Signal[]>> = {};
  for (const symbol of symbols) all[symbol] = await engine.analyze(sandbox.tokens[symbol]?.address ?? "");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every symbol has just been analyzed
  return all as Record<S, Signal[]>;
}
const find = (signals: Signal[], code: string) => signals.find((signal) => signal.code === code);
/** What only trades at several times can show. */
const TIMED = ["cannot_sell", "delayed_trap", "can_sell", "cooldown", "no_tax"];
const timed = (signals: Signal[]) => signals.filter(({ code }) => TIMED.includes(code));
/** What weighs for a crash. */
const weighsForCrash = (signals: Signal[]) =>
  signals.reduce((sum, { status, reliability, weights }) => (status === "unknown" ? sum : sum + reliability * weights.real_crash), 0);

test("without eth_simulateV1 a honeypot is inconclusive by two other methods, and nothing is clear of being one", async () => {
  const { HIVE, OAK, LATCH, TOLL } = await judged(lacksSimulation, "HIVE", "OAK", "LATCH", "TOLL");
  for (const signals of [HIVE, OAK, LATCH, TOLL]) {
    expect(timed(signals)).toEqual([]);
    expect(signals.some(({ critical }) => critical)).toBe(false);
    expect(find(signals, "tax")?.status).toBe("unknown");
    expect(find(signals, "max_sale")?.status).toBe("unknown");
  }
  expect(find(HIVE, "selling_disputed")).toMatchObject({ status: "inconclusive", reliability: 0.6 });
  expect(find(HIVE, "selling_disputed")?.text).toContain(
    "by two methods (a purchase and sale within one block, and holders), without eth_simulateV1",
  );
  expect(find(HIVE, "holders_sell")).toMatchObject({ status: "inconclusive", reliability: 0.5 });
  // holders can be moved a day on, so a trap that has closed shows, if not proven
  expect(find(LATCH, "holders_sell")).toMatchObject({ status: "inconclusive", values: { sold: 0, how: "a day from now" } });
  expect(find(OAK, "selling_unknown")?.status).toBe("unknown");
  expect(find(TOLL, "mint")).toMatchObject({ status: "hit", reliability: 1 });
  expect(weighsForCrash(OAK)).toBeLessThan(0);
  expect(weighsForCrash(HIVE)).toBeGreaterThan(0);
});

test("without block overrides holders sell now, and what happens later is unknown", async () => {
  const { OAK, HIVE, TOLL } = await judged(takesAtMost(3), "OAK", "HIVE", "TOLL");
  for (const signals of [OAK, HIVE, TOLL]) expect(timed(signals)).toEqual([]);
  expect(find(OAK, "holders_sell")).toMatchObject({ status: "clear", values: { asked: 12, sold: 12, how: "now" } });
  expect(find(OAK, "holders_sell")?.text).toBe("12 of 12 recent buyers can sell 10 % of their balance now");
  expect(find(HIVE, "holders_sell")).toMatchObject({ status: "inconclusive", reliability: 0.5, values: { sold: 0, how: "now" } });
  expect(find(TOLL, "raise_tax")?.status).toBe("hit");
});

test("a node that ignores block overrides in silence is not taken to have moved its clock", async () => {
  await using proxy = await startProxy(sandbox.rpcUrl, (call) =>
    call.method === "eth_call" && call.params.length === 4 && JSON.stringify(call.params[2]).includes("425f5260205ff3")
      ? { result: `0x${"0".repeat(56)}65000000` }
      : lacksSimulation(call),
  );
  await using engine = await openSecurity([proxy.url]);
  expect(find(await engine.analyze(sandbox.tokens["OAK"]?.address ?? ""), "holders_sell")?.values["how"]).toBe("now");
});

test("without state overrides powers are read off names, owners off storage, and holders transfer to the pool", async () => {
  const { OAK, HIVE, TOLL } = await judged(takesAtMost(2), "OAK", "HIVE", "TOLL");
  for (const signals of [OAK, HIVE, TOLL]) {
    expect(timed(signals)).toEqual([]);
    expect(signals.some(({ critical }) => critical)).toBe(false);
    for (const code of ["mint", "destroy_balance", "block_holder", "raise_tax"]) {
      expect(["unknown", "inconclusive"], code).toContain(find(signals, code)?.status);
    }
  }
  expect(find(TOLL, "mint")).toMatchObject({ status: "inconclusive", reliability: 0.4, values: { selectors: "0x40c10f19" } });
  expect(find(TOLL, "owner")).toMatchObject({ text: "owner is a plain wallet", values: { owner: sandbox.accounts[0] } });
  expect(find(OAK, "owner")?.text).toBe("ownership is renounced");
  expect(find(OAK, "proxy")?.status).toBe("clear");
  expect(find(OAK, "holders_sell")).toMatchObject({
    status: "clear",
    reliability: 0.5,
    values: { how: "by plain transfer", asked: 12, sold: 12 },
  });
  expect(find(OAK, "holders_sell")?.text).toBe("12 of 12 recent buyers can transfer 10 % of their balance to the pool");
  expect(find(HIVE, "holders_sell")).toMatchObject({
    status: "inconclusive",
    reliability: 0.5,
    values: { how: "by plain transfer", sold: 0 },
  });
  expect(weighsForCrash(OAK)).toBeLessThan(weighsForCrash(HIVE));
});

test("without logs two methods stand, and whoever bought is unknown", async () => {
  const { HIVE, OAK } = await judged(({ method }) => (method === "eth_getLogs" ? unknownMethod : undefined), "HIVE", "OAK");
  expect(find(HIVE, "cannot_sell")).toMatchObject({ critical: true, values: { seen_by: "router and pool" } });
  expect(find(OAK, "can_sell")?.status).toBe("clear");
  for (const signals of [HIVE, OAK]) {
    for (const code of ["holders_sell", "cannot_sell_all", "event_mismatch"]) expect(find(signals, code)?.status, code).toBe("unknown");
  }
});

test("without state overrides and logs nothing is known of selling, and that is said", async () => {
  const { HIVE } = await judged((call) => (call.method === "eth_getLogs" ? unknownMethod : takesAtMost(2)(call)), "HIVE");
  expect(find(HIVE, "selling_unknown")?.status).toBe("unknown");
  expect(find(HIVE, "holders_sell")?.status).toBe("unknown");
  expect(HIVE.filter(({ status }) => status === "clear").map(({ code }) => code)).not.toContain("can_sell");
});

test("with nothing but dead endpoints there is a reason and no evidence, within the attempt", async () => {
  await using engine = await openSecurity(["http://127.0.0.1:9/v2/KEY", "http://127.0.0.1:10/v2/KEY"]);
  await expect(engine.analyze(sandbox.tokens["OAK"]?.address ?? "")).rejects.toThrow(
    "no RPC endpoint of chain 1 answered: evm-1-1 could not be reached (ECONNREFUSED)",
  );
});
