import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evaluateCoortweet } from "./coortweet.ts";
import { accountsOf, detectGroups, networkOf, type Share } from "./coortweet-reference.ts";
import { evaluateQut } from "./qut.ts";
import { coRetweetUsers, type Repost } from "./qut-reference.ts";

/** `account object seconds`, every act by a post of its own. */
const shares = (...acts: string[]): Share[] =>
  acts.map((act, index) => {
    const [account = "", object = "", at] = act.split(" ");
    return { account, object, content: `post ${index}`, at: Number(at) };
  });

test("acts on one object within the window pair up, ends included, of active accounts only", () => {
  const all = shares("a x 0", "b x 10", "c x 21", "a y 100", "b y 105", "c z 0", "d x 5");
  const pairs = detectGroups(all, { window: 10, participation: 2 });
  expect(pairs.map(({ accounts, object, apart }) => [...accounts, object, apart].join(" "))).toEqual(["a b x 10", "a b y 5"]);
  // d acted once; with one act enough he pairs with a and b
  expect(detectGroups(all, { window: 10, participation: 1 })).toHaveLength(4);
});

test("an account does not pair with itself", () => {
  expect(detectGroups(shares("a x 0", "a x 1", "a x 2"), { window: 10, participation: 2 })).toEqual([]);
});

test("who is active, but in no second pair on either side, drops out", () => {
  const all = shares("a x 0", "b x 1", "a y 500", "b z 900");
  expect(detectGroups(all, { window: 10, participation: 2 })).toEqual([]);
});

test("only edges above the median weight are heavy: where all weights are equal none is", () => {
  const twice = detectGroups(shares("a x 0", "b x 1", "a y 50", "b y 51", "c x 2", "c w 9"), { window: 10, participation: 2 });
  const { edges, heavy } = networkOf(twice, 0.5);
  expect(edges.map(({ accounts, weight }) => [...accounts, weight].join(" ")).toSorted()).toEqual(["a b 2", "a c 1", "b c 1"]);
  expect([...accountsOf(heavy)]).toEqual(["a", "b"]);
  expect(networkOf(detectGroups(shares("a x 0", "b x 1", "a y 50", "b y 51"), { window: 10, participation: 2 }), 0.5).heavy).toEqual([]);
});

const reposts = (...acts: string[]): Repost[] =>
  acts.map((act, index) => {
    const [user = "", of = "", at] = act.split(" ");
    return { message: `${index}`, user, of, at: Number(at) };
  });

test("QUT counts messages in each direction, and whoever repeats himself is a loop", () => {
  const all = reposts("a x 0", "b x 1", "c y 0", "c y 1", "d z 0", "e z 59");
  const users = (window: number, weight: number, loops: boolean) => [...coRetweetUsers(all, { window, weight, loops })].toSorted().join("");
  expect([users(1, 1, false), users(1, 1, true), users(1, 2, false), users(1, 2, true), users(59, 1, false)]).toEqual([
    "ab",
    "abc",
    "",
    "c",
    "abde",
  ]);
});

const datasets = join(import.meta.dirname, "../../../../../shared/datasets");
const lines = (evaluate: typeof evaluateQut, folder: string): string[] => {
  const said: string[] = [];
  evaluate(join(datasets, folder), { dataset: () => undefined, say: (line) => said.push(line), progress: () => undefined });
  return said;
};

test.runIf(existsSync(join(datasets, "coortweet")))("every pair and edge that CooRTweet published is found, and no other", () => {
  const said = lines(evaluateCoortweet, "coortweet");
  expect(said.length).toBeGreaterThan(0);
  for (const line of said) {
    const [, same, published, ours] = /: (\d+) of (\d+) published rows identical, ours (\d+);/.exec(line) ?? [];
    expect([same, ours]).toEqual([published, published]);
  }
  expect(said.join("\n")).toContain("2110 accounts, 3721 edges, above the median 94 accounts and 60 edges");
});

test.runIf(existsSync(join(datasets, "qut_coordination_toolkit")))("QUT's six node counts are as published", () => {
  expect(lines(evaluateQut, "qut_coordination_toolkit")).toEqual(["qut: 6 of 6 node counts as published (2/2, 3/3, 0/0, 1/1, 6/6, 7/7)"]);
});
