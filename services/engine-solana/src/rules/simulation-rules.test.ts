import { expect, test } from "vitest";
import { one, SOMEBODY } from "../../test/sample-facts.ts";
import type { Facts } from "../facts.ts";
import type { Outcome, Refusal } from "../simulation/simulate.ts";

const ran = (now: Outcome, more: object = {}): Facts["simulation"] => ({
  kind: "ran",
  amount: 5_000_000n,
  now,
  later: undefined,
  hook: undefined,
  ...more,
});
const simulated = (simulation: Facts["simulation"], change: Partial<Facts> = {}) => one("sim_transfer", {}, { ...change, simulation });

test("a measured transfer weighs as the fee does, and says the same fact", () => {
  const delivered = (percent: number) => simulated(ran({ kind: "delivered", percent }));
  expect(delivered(100)).toMatchObject([{ status: "clear", group: "structure", weights: { false_fud: 0.3 } }]);
  expect(delivered(99.99)).toMatchObject([{ severity: 2, group: "transfer_fee", text: "Simulated transfer of 5 tokens delivered 99.99%" }]);
  expect(delivered(90)).toMatchObject([{ severity: 3, weights: { real_crash: 1.5 } }]);
  expect(delivered(50)).toMatchObject([{ critical: true }]);
});

test("of a simulation there is exactly one line, whatever came of it; refusals are proof only where nobody can be let through", () => {
  const critical = (because: Refusal) => simulated(ran({ kind: "refused", because })).map((signal) => signal.critical === true);
  expect(critical("paused")).toEqual([true]);
  expect(critical("non-transferable")).toEqual([true]);
  expect(critical("frozen")).toEqual([false]);
  expect(critical("hook")).toEqual([false]);
  expect(simulated(ran({ kind: "refused", because: "frozen" }), { knownIssuer: true })).toMatchObject([
    { group: "known_issuer", weights: { real_crash: 0.3 } },
  ]);
  for (const simulation of [
    ran({ kind: "unclear" }),
    { kind: "missing", why: "x" },
    { kind: "gated", hook: SOMEBODY, why: "x" },
  ] as const) {
    expect(simulated(simulation)).toMatchObject([{ status: "unknown", weights: { real_crash: 0, false_fud: 0 } }]);
  }
  expect(simulated({ kind: "off" })).toMatchObject([{ status: "unknown", text: "Transfer not simulated: it is switched off" }]);
  expect(simulated({ kind: "off" }, { chain: { kind: "unread", why: "HTTP 503" } })).toEqual([]);
});

test("less than a hundredth of a percent is no finding, and a fee that cannot be measured is not cleared", () => {
  expect(simulated(ran({ kind: "delivered", percent: 99.9999 }))).toMatchObject([
    { status: "clear", text: "Simulated transfer of 5 tokens delivered 99.9999%", weights: { real_crash: 0, false_fud: 0 } },
  ]);
  expect(simulated(ran({ kind: "coarse" }))).toMatchObject([
    {
      status: "unknown",
      text: "Simulated transfer of 5 tokens lost part of it to rounding: too few units to measure a fee",
      weights: { real_crash: 0, false_fud: 0 },
    },
  ]);
});

test("a hook that lets a trial pass is cleared of nothing: its code can tell a trial from a sale", () => {
  expect(simulated(ran({ kind: "delivered", percent: 100 }, { hook: SOMEBODY }))).toMatchObject([
    { status: "clear", text: expect.stringContaining("delivered in full"), weights: { false_fud: 0 } },
  ]);
});

test("whatever decimals a mint claims, the line still ends in what came of it", () => {
  const [line] = one("sim_transfer", { decimals: 255 }, { simulation: ran({ kind: "refused", because: "paused" }) });
  expect(line?.text).toBe("Simulated transfer of 5e-249 tokens was refused (paused)");
});

test("a fee that only comes later is measured at its epoch, and a fall is no finding", () => {
  const later = (percent: number) =>
    one(
      "sim_transfer_later",
      {},
      { simulation: ran({ kind: "delivered", percent: 95 }, { later: { epoch: 900n, outcome: { kind: "delivered", percent } } }) },
    );
  expect(later(50)).toMatchObject([{ text: "Simulated transfer at epoch 900 delivers 50.00% (now 95.00%)", severity: 3 }]);
  expect(later(94)).toMatchObject([{ severity: 2 }]);
  expect(later(100)).toEqual([]);
});
