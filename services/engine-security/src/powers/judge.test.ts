import type { Outcome } from "@token-sentiment/evm";
import { expect, test } from "vitest";
import type { Candidates } from "./candidates.ts";
import { judgePowers, type Trial } from "./judge.ts";

const idle: Outcome = {
  tried: true,
  called: true,
  sale: { ok: true, taxBps: 0n },
  supplyBefore: 1_000n,
  supplyAfter: 1_000n,
  holderBefore: 10n,
  holderAfter: 10n,
};
const candidates: Candidates = { calls: [{ selector: "0x11111111", arguments: "address", data: "0x11111111" }], untried: 0 };
const trial = (outcome: Partial<Outcome>, base: Partial<Outcome> = {}, bought = true): Trial => ({
  actor: { address: "0x00000000000000000000000000000000c0ffee03", as: "owner" },
  proof: { bought, base: { ...idle, ...base }, outcomes: [{ ...idle, ...outcome }] },
});
const powers = (...trials: Trial[]) => judgePowers(trials, candidates);
const statuses = (...trials: Trial[]) => Object.values(powers(...trials)).map(({ status }) => status);

test("a call that changes nothing clears every power", () => {
  expect(statuses(trial({}))).toEqual(["clear", "clear", "clear", "clear"]);
});

test("each power is read off what it does", () => {
  expect(powers(trial({ supplyAfter: 2_000n })).mint).toMatchObject({ status: "hit", proven: [{ reached: 100 }] });
  expect(powers(trial({ holderAfter: 1n })).destroy.status).toBe("hit");
  expect(powers(trial({ sale: { ok: false, taxBps: 0n } })).block.status).toBe("hit");
  expect(powers(trial({ sale: { ok: true, taxBps: 9_900n } }))["raise tax"]).toMatchObject({
    status: "hit",
    from: 0,
    proven: [{ reached: 9_900 }],
  });
});

test("below one percent of supply or five percentage points of tax nothing is claimed", () => {
  expect(powers(trial({ supplyAfter: 1_009n })).mint.status).toBe("clear");
  expect(powers(trial({ sale: { ok: true, taxBps: 499n } }))["raise tax"].status).toBe("clear");
});

test("a call that frees a blocked sale is no finding", () => {
  const blocked = { sale: { ok: false, taxBps: 0n } };
  const freed = powers(trial({ sale: { ok: true, taxBps: 9_000n } }, blocked));
  expect(freed.block.status).toBe("inconclusive");
  expect(freed["raise tax"].status).toBe("inconclusive");
});

test("a call that was refused, or never made, proves nothing", () => {
  expect(powers(trial({ called: false, supplyAfter: 2_000n })).mint.status).toBe("clear");
  expect(statuses(trial({ tried: false, supplyAfter: 2_000n }))).toEqual(Array.from({ length: 4 }, () => "inconclusive"));
});

test("a holder who cannot buy leaves everything inconclusive, a node that cannot simulate unknown", () => {
  expect(new Set(statuses(trial({ supplyAfter: 2_000n }, {}, false)))).toEqual(new Set(["inconclusive"]));
  expect(new Set(statuses({ ...trial({}), proof: undefined }))).toEqual(new Set(["unknown"]));
});

test("a contract whose functions could not be called is not clear", () => {
  expect(judgePowers([trial({})], { calls: [], untried: 2 }).mint.status).toBe("inconclusive");
  expect(judgePowers([trial({})], { calls: [], untried: 0 }).mint.status).toBe("clear");
});
