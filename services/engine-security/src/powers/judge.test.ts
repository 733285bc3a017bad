import type { Outcome } from "@token-sentiment/evm";
import { zeroAddress } from "viem";
import { expect, test } from "vitest";
import type { Candidate } from "./candidates.ts";
import { judgePowers, type Trial } from "./judge.ts";

const idle: Outcome = {
  tried: true,
  called: true,
  sale: { ok: true, taxBps: 0n },
  supply: 1_000n,
  holder: 100n,
  actor: 0n,
  pool: 500n,
  self: 0n,
  owner: zeroAddress,
  grown: 0n,
};
const calls: Candidate[] = [{ selector: "0x11111111", arguments: "address", data: "0x11111111" }];
const trial = (outcome: Partial<Outcome>, base: Partial<Outcome> = {}, held = true): Trial => ({
  actor: { address: "0x00000000000000000000000000000000c0ffee03", as: "owner" },
  calls,
  proof: { bought: held, atOnce: { ok: true, taxBps: 0n }, held, base: { ...idle, ...base }, outcomes: [{ ...idle, ...base, ...outcome }] },
});
const powers = (...trials: Trial[]) => judgePowers(trials, 0);
const statuses = (...trials: Trial[]) => Object.values(powers(...trials)).map(({ status }) => status);
const all = <T>(status: T): T[] => Array.from({ length: 7 }, () => status);

test("a call that changes nothing clears every power", () => {
  expect(statuses(trial({}))).toEqual(all("clear"));
});

test("each power is read off what it does", () => {
  expect(powers(trial({ supply: 2_000n })).mint).toMatchObject({ status: "hit", proven: [{ reached: 100 }] });
  expect(powers(trial({ supply: 10n ** 60n })).mint).toMatchObject({ status: "hit", proven: [{ reached: 1_000_000 }] });
  expect(powers(trial({ holder: 1n })).destroy.status).toBe("hit");
  expect(powers(trial({ sale: { ok: false, taxBps: 0n } })).block.status).toBe("hit");
  expect(powers(trial({ sale: { ok: true, taxBps: 9_900n } }))["raise tax"]).toMatchObject({
    status: "hit",
    from: 0,
    proven: [{ reached: 9_900 }],
  });
});

test("below one percent of supply or five percentage points of tax nothing is claimed", () => {
  expect(powers(trial({ supply: 1_009n })).mint.status).toBe("clear");
  expect(powers(trial({ sale: { ok: true, taxBps: 499n } }))["raise tax"].status).toBe("clear");
});

test("a call that frees a blocked sale is no finding", () => {
  const blocked = { sale: { ok: false, taxBps: 0n } };
  const freed = powers(trial({ sale: { ok: true, taxBps: 9_000n } }, blocked));
  expect(freed.block.status).toBe("inconclusive");
  expect(freed["raise tax"].status).toBe("inconclusive");
});

test("a call that was refused, or never made, proves nothing", () => {
  expect(powers(trial({ called: false, supply: 2_000n })).mint.status).toBe("clear");
  expect(statuses(trial({ tried: false, supply: 2_000n }))).toEqual(all("inconclusive"));
});

test("a holder who cannot buy leaves everything inconclusive, a node that cannot simulate unknown", () => {
  expect(new Set(statuses(trial({ supply: 2_000n }, {}, false)))).toEqual(new Set(["inconclusive"]));
  expect(new Set(statuses({ ...trial({}), proof: undefined }))).toEqual(new Set(["unknown"]));
});

test("a contract whose functions could not be called is not clear", () => {
  const none = { ...trial({}), calls: [] };
  expect(judgePowers([none], 2).mint.status).toBe("inconclusive");
  expect(judgePowers([none], 0).mint.status).toBe("clear");
});

test("balances that grow together without the supply are a hidden mint; what moves from one to the other is none", () => {
  expect(powers(trial({ actor: 50n })).mint).toMatchObject({ status: "hit", proven: [{ reached: 5 }] });
  expect(powers(trial({ actor: 50n, pool: 450n })).mint.status).toBe("clear");
  expect(powers(trial({ holder: 150n, self: 450n }, { self: 500n })).mint.status).toBe("clear");
});

test("a sale that credits more than it debits creates tokens, by a call or anyway", () => {
  expect(powers(trial({ grown: 3n })).inflate).toMatchObject({ status: "hit", proven: [{ by: "owner", reached: 300 }] });
  expect(powers(trial({}, { grown: 3n })).inflate).toMatchObject({
    status: "hit",
    proven: [{ by: "anyone", selector: "0x", reached: 300 }],
  });
});

test("a holding that moves by less than a hundredth was rounded, not taken", () => {
  const rich = { holder: 1_000n };
  expect(powers(trial({ holder: 991n }, rich)).destroy.status).toBe("clear");
  expect(powers(trial({ holder: 990n }, rich)).destroy.status).toBe("hit");
});

test("a call that frees everybody's sales is a gate; one that names an address may only favour it, or make a pool of it", () => {
  const closed = { sale: { ok: false, taxBps: 0n } };
  const opened = { sale: { ok: true, taxBps: 0n } };
  expect(powers(trial(opened, closed)).open.status).toBe("clear");
  const forAll = { ...trial(opened, closed), calls: [{ selector: "0x22222222", arguments: "bool", data: "0x22222222" }] as const };
  expect(powers(forAll).open.status).toBe("hit");
});

test("an owner where there was none is a take-back", () => {
  const owner = "0x00000000000000000000000000000000c0ffee03";
  expect(powers(trial({ owner }))["take back"].status).toBe("hit");
  expect(powers(trial({ owner }, { owner }))["take back"].status).toBe("clear");
});

test("what takes two calls is told with the first, unless the first does it alone", () => {
  const second: Candidate = { selector: "0x22222222", arguments: "address", data: "0x22222222" };
  const paired = [...calls, second];
  const seconds = { base: idle, found: [{ first: 0n, second: 1n, outcome: { ...idle, holder: 0n } }] };
  const two = { ...trial({}), pairs: { calls: paired, seconds } };
  expect(powers(two).destroy).toMatchObject({ status: "hit", proven: [{ selector: "0x22222222", after: "0x11111111" }] });
  const alone = { ...trial({ holder: 0n }), pairs: { calls: paired, seconds } };
  expect(powers(alone).destroy).toMatchObject({ status: "hit", proven: [{ selector: "0x11111111" }] });
});

test("what anyone can do is told before what the owner can", () => {
  const stranger: Trial = { ...trial({ supply: 1_100n }), actor: { address: zeroAddress, as: "anyone" } };
  expect(powers(trial({ supply: 2_000n }), stranger).mint).toMatchObject({ proven: [{ by: "anyone" }, { by: "owner" }] });
});

test("what is taken turns up with somebody, or is destroyed; what is minted goes to the caller, whom he named or the pool, or to others", () => {
  const gains = (outcome: Partial<Outcome>, name: "mint" | "destroy") => {
    const power = powers(trial(outcome))[name];
    return power.status === "hit" ? power.proven[0]?.gained : undefined;
  };
  expect(gains({ holder: 40n, actor: 60n }, "destroy")).toBe(true);
  expect(gains({ holder: 40n, self: 30n }, "destroy")).toBe(true);
  expect(gains({ holder: 40n, self: 29n }, "destroy")).toBe(false);
  expect(gains({ holder: 40n, supply: 940n }, "destroy")).toBe(false);
  expect(gains({ supply: 1_100n }, "mint")).toBe(false);
  for (const richer of [{ actor: 100n }, { holder: 200n }, { pool: 600n }]) expect(gains({ supply: 1_100n, ...richer }, "mint")).toBe(true);
});

test("what somebody gains by is told before what is done for others", () => {
  const other: Candidate = { selector: "0x22222222", arguments: "", data: "0x22222222" };
  const outcomes = [
    { ...idle, supply: 5_000n },
    { ...idle, supply: 1_100n, actor: 100n },
  ];
  const both: Trial = {
    ...trial({}),
    calls: [...calls, other],
    proof: { bought: true, atOnce: { ok: true, taxBps: 0n }, held: true, base: idle, outcomes },
  };
  expect(powers(both).mint).toMatchObject({
    proven: [
      { selector: "0x22222222", gained: true },
      { selector: "0x11111111", gained: false },
    ],
  });
});
