import { array, assert, bigInt, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import type { PoolEvent } from "./pool-event.ts";
import { removalOf as removalIn } from "./removal.ts";

const pair = "0xpair";
const HOUR_OF_BLOCKS = 300;
const removalOf = (events: readonly PoolEvent[], book: { supply: bigint; pair: string }) =>
  removalIn(events, { ...book, lasting: HOUR_OF_BLOCKS });
const nobody = `0x${"0".repeat(40)}`;
let transaction = 0;
type Shares = Extract<PoolEvent, { kind: "shares" }>;
const move = (block: number, way: [from: string, to: string], amount: bigint): Shares => ({
  kind: "shares",
  block,
  transaction: `${transaction}`,
  from: way[0],
  to: way[1],
  amount,
});
/** An account hands its shares back, and the pair destroys them. */
const taken = (block: number, account: string, amount: bigint): PoolEvent[] => {
  transaction += 1;
  return [move(block, [account, pair], amount), move(block, [pair, nobody], amount)];
};
const given = (block: number, account: string, amount: bigint): PoolEvent[] => {
  transaction += 1;
  return [move(block, [nobody, account], amount)];
};

test("nine tenths taken by one account", () => {
  expect(removalOf(taken(5, "0xa", 900n), { supply: 100n, pair })).toEqual({ share: 0.9, byOne: 0.9, account: "0xa" });
});

test("a pool born and drained in the same window is drained", () => {
  const events = [...given(5, "0xa", 1000n), ...taken(90, "0xa", 900n)];
  expect(removalOf(events, { supply: 100n, pair })).toMatchObject({ share: 0.9, byOne: 0.9 });
});

test("shares that their holder burns are not liquidity taken out", () => {
  const burned = [...given(5, "0xa", 1000n), move(6, ["0xa", nobody], 900n), move(6, ["0xa", "0xdead"], 100n)];
  expect(removalOf(burned, { supply: 1000n, pair })).toMatchObject({ share: 0, byOne: 0 });
});

test("liquidity lent for one block is not liquidity taken out", () => {
  const lent = [...given(7, "0xb", 9000n), ...taken(7, "0xb", 9000n)];
  expect(removalOf(lent, { supply: 100n, pair })?.share).toBe(0);
});

test.each([8, 9, 300])("liquidity put in at block 7 and taken out at block %d is not liquidity taken out", (block) => {
  const lent = [...given(7, "0xb", 900n), ...taken(block, "0xb", 900n)];
  expect(removalOf(lent, { supply: 100n, pair })).toMatchObject({ share: 0, byOne: 0 });
  // nor in a pool that is born in the window
  const born = [...given(5, "0xa", 100n), ...lent];
  expect(removalOf(born, { supply: 100n, pair })).toMatchObject({ share: 0, byOne: 0 });
});

test("liquidity that is put in for a moment makes no one of many that leave", () => {
  const many = Array.from({ length: 9 }, (_, index) => taken(index, `0x${index}`, 100n)).flat();
  const lent = [...given(20, "0xb", 9000n), ...taken(21, "0xb", 9000n)];
  expect(removalOf([...many, ...lent], { supply: 100n, pair })).toMatchObject({ share: 0.9, byOne: 0.1 });
});

test("liquidity that stood for an hour is the pool's, and taking it out is a drain", () => {
  const events = [...given(5, "0xa", 100n), ...given(7, "0xa", 900n), ...taken(400, "0xa", 900n)];
  expect(removalOf(events, { supply: 100n, pair })).toMatchObject({ share: 0.9, byOne: 0.9, account: "0xa" });
  expect(removalOf([...given(7, "0xa", 900n), ...taken(400, "0xa", 900n)], { supply: 100n, pair })?.share).toBe(0.9);
});

test("what is put back counts as not taken", () => {
  expect(removalOf([...taken(5, "0xa", 900n), ...given(8, "0xa", 900n)], { supply: 1000n, pair })?.share).toBe(0);
});

test("many that leave are told from one that leaves", () => {
  const events = Array.from({ length: 9 }, (_, index) => taken(index, `0x${index}`, 100n)).flat();
  const removal = removalOf(events, { supply: 100n, pair });
  expect(removal?.share).toBe(0.9);
  expect(removal?.byOne).toBe(0.1);
  expect(removalOf([], { supply: 0n, pair })).toBeUndefined();
});

test("what had lasted is the most that every hour of the window kept, however often liquidity comes and goes", () => {
  const steps = array(record({ after: integer({ min: 0, max: 200 }), to: bigInt({ min: 1n, max: 50n }) }), { maxLength: 30 });
  assert(
    property(steps, (path) => {
      let [block, shares] = [1, 10n];
      const states = [{ block: -1, shares }];
      const events = path.flatMap(({ after, to }) => {
        block += after;
        const change = to - shares;
        shares = to;
        if (states.at(-1)?.block === block) states.pop();
        states.push({ block, shares });
        return change > 0n ? given(block, "0xa", change) : taken(block, "0xa", -change);
      });
      const kept = states
        .slice(1)
        .map(({ block: at }) =>
          states
            .filter((later) => later.block >= at && later.block <= at + HOUR_OF_BLOCKS)
            .reduce((least, one) => (one.shares < least ? one.shares : least), 50n),
        );
      const base = kept.reduce((most, one) => (one > most ? one : most), 10n);
      expect(removalOf(events, { supply: shares, pair })?.share).toBeCloseTo(Math.max(0, 1 - Number(shares) / Number(base)), 12);
    }),
  );
});
