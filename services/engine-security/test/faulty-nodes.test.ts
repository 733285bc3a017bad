import type { Signal } from "@token-sentiment/contract";
import { UnavailableError } from "@token-sentiment/engine";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSecurity } from "./analyze.ts";
import { faults, FOREIGN } from "./faults.ts";
import { startNode } from "./proxy.ts";

/** A honeypot, a plain token, and a trap that closes later. */
const SYMBOLS = ["HIVE", "OAK", "LATCH"] as const;
type Judged = Record<(typeof SYMBOLS)[number], Signal[]>;
const KEY = "/v2/KEY-OF-THE-OPERATOR";

let sandbox: Sandbox;
let right: Judged;
const address = (symbol: string) => sandbox.tokens[symbol]?.address ?? "";
const timeless = (signals: readonly Signal[]) => signals.map((signal) => ({ ...signal, observed_at: 0 }));

beforeAll(async () => {
  sandbox = await startSandbox();
  await using engine = await openSecurity([sandbox.rpcUrl]);
  right = {
    HIVE: await engine.analyze(address("HIVE")),
    OAK: await engine.analyze(address("OAK")),
    LATCH: await engine.analyze(address("LATCH")),
  };
  expect(right.HIVE.find(({ critical }) => critical)?.code).toBe("cannot_sell");
  expect(right.OAK.some(({ status }) => status === "hit")).toBe(false);
});
afterAll(() => sandbox[Symbol.asyncDispose]());

/** Nothing of an operator's key, and no word of a node, may come out, whatever happens. */
function expectClean(told: unknown): void {
  const text = told instanceof Error ? allOf(told) : JSON.stringify(told);
  expect(text).not.toContain("KEY-OF");
  expect(text).not.toContain(FOREIGN);
}
const allOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${error.stack} ${allOf(error.cause)}` : "");

test.each(faults)("another endpoint makes up for $name", async ({ serve }) => {
  await using faulty = await startNode(sandbox.rpcUrl, serve);
  await using engine = await openSecurity([`${faulty.url}${KEY}`, sandbox.rpcUrl]);
  const signals = await engine.analyze(address("HIVE"));
  expect(faulty.batches.length).toBeGreaterThan(0);
  expect(timeless(signals)).toEqual(timeless(right.HIVE));
  expectClean([signals, engine.lines]);
});

test.each(faults.filter(({ harmless }) => harmless))("alone, $name changes nothing", async ({ serve }) => {
  await using faulty = await startNode(sandbox.rpcUrl, serve);
  await using engine = await openSecurity([`${faulty.url}${KEY}`]);
  for (const symbol of SYMBOLS) expect(timeless(await engine.analyze(address(symbol)))).toEqual(timeless(right[symbol]));
});

const harmful = faults.filter(({ harmless }) => !harmless);
test.concurrent.each(harmful)("alone, $name leads to nothing that a good node would not say, but for unknowns", async ({ serve }) => {
  await using faulty = await startNode(sandbox.rpcUrl, serve);
  await using engine = await openSecurity([`${faulty.url}${KEY}`], 1_500);
  for (const symbol of SYMBOLS) {
    try {
      const signals = await engine.analyze(address(symbol));
      expectNothingNew(signals, right[symbol]);
      expectClean(signals);
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      expectClean(error);
    }
  }
  expectClean(engine.lines);
});

/** Whatever is claimed, the right answer claims too; the rest is unknown or inconclusive, and weighs little or nothing. */
function expectNothingNew(signals: readonly Signal[], good: readonly Signal[]): void {
  for (const signal of signals) {
    const { code, status, text } = signal;
    if (status === "unknown" || status === "inconclusive") expect(signal.reliability <= 0.6 || status === "unknown", text).toBe(true);
    else
      expect(
        good.some((other) => other.code === code && other.status === status),
        `${code} ${status}: ${text}`,
      ).toBe(true);
  }
}
