import type { Signal } from "@token-sentiment/contract";
import { Signal as SignalSchema } from "@token-sentiment/contract";
import { type Sandbox, startSandbox } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, openSecurity } from "./analyze.ts";

let sandbox: Sandbox;
let engine: Opened;
beforeAll(async () => {
  sandbox = await startSandbox();
  engine = await openSecurity([sandbox.rpcUrl]);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

const analyze = (symbol: string) => engine.analyze(sandbox.tokens[symbol]?.address ?? "");
const find = (signals: Signal[], code: string) => signals.find((signal) => signal.code === code);
/** `code: status`, with `!` on what decides alone. */
const outline = (signals: Signal[]) => signals.map(({ code, status, critical }) => `${code}: ${status}${critical ? "!" : ""}`);

test("a plain token is clear throughout", async () => {
  const signals = await analyze("OAK");
  expect(outline(signals)).toEqual([
    "code: clear",
    "self_destruct: clear",
    "environment: clear",
    "can_sell: clear",
    "holders_sell: clear",
    "cannot_sell_all: clear",
    "max_sale: clear",
    "no_tax: clear",
    "mint: clear",
    "destroy_balance: clear",
    "block_holder: clear",
    "raise_tax: clear",
    "inflating_sale: clear",
    "closed_gate: clear",
    "take_back: clear",
    "hidden_owner: clear",
    "leak: clear",
    "event_mismatch: clear",
    "transfer_guard: clear",
    "owner: clear",
    "proxy: clear",
    "deployer: unknown",
    "goplus: unknown",
    "honeypot_is: unknown",
  ]);
  expect(find(signals, "no_tax")?.values).toMatchObject({ buy_tax_bps: 0, sell_tax_bps: 0, confirmed: true });
  expect(find(signals, "owner")?.text).toBe("ownership is renounced");
});

test("a token that only keepers can sell is caught at all three times, by two methods and by its holders", async () => {
  const signals = await analyze("HIVE");
  expect(outline(signals)).toContain("cannot_sell: hit!");
  expect(find(signals, "cannot_sell")?.values).toEqual({
    sells_at_once: false,
    sells_2_blocks_on: false,
    sells_a_day_on: false,
    holders_asked: 8,
    holders_sold: 0,
    seen_by: "router, pool and holders",
  });
  // a sale that never works cannot be blocked or taxed: no claim either way
  expect(find(signals, "block_holder")?.status).toBe("inconclusive");
  expect(find(signals, "tax")?.status).toBe("unknown");
});

test("taxes are exact to the basis point at the pool, whatever the trade does to the price", async () => {
  const tax = find(await analyze("TOLL"), "tax");
  expect(tax).toMatchObject({ status: "hit", severity: 3, values: { buy_tax_bps: 500, sell_tax_bps: 3000, confirmed: true } });
  expect(tax?.text).toBe("buy tax 5.0 %, sell tax 30.0 %, measured at the pool");
  expect(tax?.critical).toBeUndefined();
});

test("an owner's powers are proven with the function that has them", async () => {
  const signals = await analyze("TOLL");
  expect(find(signals, "can_sell")?.status).toBe("clear");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { selectors: "0x40c10f19", by: "owner", supply_percent: 100 } });
  expect(find(signals, "block_holder")?.text).toBe("the owner can block a holder's sell: 0x3eb7ad4d(address,bool)");
  expect(find(signals, "raise_tax")).toMatchObject({
    status: "hit",
    severity: 3,
    values: { from_bps: 3000, to_bps: 9900, selectors: "0xc4d039e7" },
  });
  expect(find(signals, "owner")?.text).toBe("owner is a plain wallet");
});

test("a token that lets go at first and not later is a delayed trap, and no honeypot from the start", async () => {
  const signals = await analyze("LATCH");
  expect(outline(signals)).toContain("delayed_trap: hit!");
  expect(find(signals, "cannot_sell")).toBeUndefined();
  expect(find(signals, "delayed_trap")?.values).toMatchObject({ sells_at_once: true, sells_a_day_on: false, holders_sold: 0 });
});

test("a wallet is no token, and a token without a pool keeps what can be read without one", async () => {
  expect(outline(await engine.analyze(sandbox.accounts[5] ?? ""))).toEqual(["no_code: unknown"]);
  const router = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
  const codes = outline(await engine.analyze(router));
  expect(codes).toEqual(expect.arrayContaining(["no_pool: unknown", "mint: unknown", "owner: unknown", "proxy: clear"]));
  expect(codes.filter((line) => line.endsWith("clear"))).toEqual(["code: clear", "self_destruct: clear", "proxy: clear"]);
});

test("every line is a signal of the contract, dated by the block it was read at", async () => {
  for (const symbol of Object.keys(sandbox.tokens)) {
    for (const signal of await analyze(symbol)) {
      expect(SignalSchema.parse(signal)).toEqual(signal);
      expect(Math.abs(signal.observed_at - Date.now())).toBeLessThan(120_000);
      const silent = Object.values(signal.weights).every((weight) => weight === 0);
      if (signal.status === "unknown") expect(silent).toBe(true);
      if (signal.status === "inconclusive") expect(signal.reliability).toBeLessThanOrEqual(0.5);
    }
  }
});
