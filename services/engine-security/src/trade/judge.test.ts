import { expect, test } from "vitest";
import { judgeSelling, type Seen, taxOf } from "./judge.ts";
import type { Legs } from "./simulation.ts";

const legs = (...ok: [boolean, boolean, boolean]): Legs => ({
  buy: { ok: true, taxBps: 0 },
  sells: ok.map((sold) => (sold ? { ok: true, taxBps: 0 } : { ok: false })),
  short: false,
});
const never = legs(false, false, false);
const always = legs(true, true, true);
const nothing: Seen = { route: undefined, pool: undefined, sameBlock: undefined, holders: undefined };

test("two methods that fail at all three times are a trap", () => {
  expect(judgeSelling({ ...nothing, route: never, pool: never })).toMatchObject({ kind: "agreed", pattern: "never" });
  expect(judgeSelling({ ...nothing, route: never, holders: { asked: 6, sold: 0 } })).toMatchObject({ kind: "agreed", pattern: "never" });
});

test("one method alone never makes a trap", () => {
  const alone: Seen[] = [
    { ...nothing, route: never },
    { ...nothing, route: never, pool: always },
    { ...nothing, route: always, pool: always, holders: { asked: 6, sold: 0 } },
    { ...nothing, sameBlock: { bought: true, sale: { ok: false } } },
    { ...nothing, sameBlock: { bought: true, sale: { ok: false } }, holders: { asked: 6, sold: 0 } },
  ];
  for (const seen of alone) expect(judgeSelling(seen).kind).toBe("disputed");
});

test("a trap that one method saw is contradicted only by a method that saw otherwise", () => {
  expect(judgeSelling({ ...nothing, route: never })).toMatchObject({ kind: "disputed", contradicted: false });
  expect(judgeSelling({ ...nothing, route: never, pool: always })).toMatchObject({ kind: "disputed", contradicted: true });
});

test("real holders who can sell contradict two simulations", () => {
  expect(judgeSelling({ ...nothing, route: never, pool: never, holders: { asked: 6, sold: 6 } }).kind).toBe("disputed");
});

test("fewer than three holders contradict nothing", () => {
  expect(judgeSelling({ ...nothing, route: never, pool: never, holders: { asked: 2, sold: 2 } }).kind).toBe("agreed");
});

test("a sale that works at first and not a day later is a delayed trap, the other way round a cooldown", () => {
  const trap = legs(true, false, false);
  expect(judgeSelling({ ...nothing, route: trap, pool: trap })).toMatchObject({ kind: "agreed", pattern: "not later" });
  const cooldown = legs(false, false, true);
  expect(judgeSelling({ ...nothing, route: cooldown, pool: cooldown })).toMatchObject({ kind: "agreed", pattern: "not at first" });
});

test("a token that refuses contracts and pools as senders is cleared by its holders", () => {
  const refused: Legs = { ...never, buy: { ok: false } };
  expect(judgeSelling({ ...nothing, route: always, pool: refused })).toMatchObject({ kind: "disputed", pattern: "always" });
  expect(judgeSelling({ ...nothing, route: always, pool: refused, holders: { asked: 4, sold: 4 } }).kind).toBe("agreed");
});

test("without a simulation that can wait nothing is cleared", () => {
  expect(judgeSelling({ ...nothing, sameBlock: { bought: true, sale: { ok: true, taxBps: 0 } } }).kind).toBe("not simulated");
  expect(judgeSelling({ ...nothing, route: { ...never, buy: { ok: false } } }).kind).toBe("no purchase");
});

test("a buyer left with too little to sell says nothing about selling", () => {
  expect(judgeSelling({ ...nothing, route: { ...never, short: true } }).kind).toBe("no purchase");
});

test("a tax counts as confirmed only when both methods measured it", () => {
  expect(taxOf({ route: always, pool: always })?.confirmed).toBe(true);
  expect(taxOf({ route: always, pool: undefined })?.confirmed).toBe(false);
  const taxed: Legs = { ...always, sells: always.sells.map(() => ({ ok: true, taxBps: 3000 })) };
  expect(taxOf({ route: taxed, pool: always })).toEqual({ buyBps: 0, sellBps: 3000, confirmed: false });
});
