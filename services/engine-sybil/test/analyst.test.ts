import { expect, test } from "vitest";
import { judge } from "../src/analyst/judge.ts";
import { openAnalyst } from "../src/analyst/open-analyst.ts";
import type { Post } from "../src/post.ts";
import type { Sample } from "../src/sample.ts";
import { NOW } from "./analyze.ts";

const sample = (count: number) => ({
  posts: Array.from({ length: count }, (_, index): Post => ({
    platform: "farcaster",
    id: `${index}`,
    author: `farcaster:${index}`,
    text: "gm",
    at: NOW,
  })),
  platforms: [],
  until: NOW,
  symbol: "OAK",
  found: count,
});
/** A thread that does as `on` says with each sample. */
const thread = (on: string) =>
  new URL(
    `data:text/javascript,import { parentPort } from "node:worker_threads"; parentPort.on("message", ({ sample: { posts } }) => { ${on} });`,
  );

test("the thread says what the function says, to each request its own", async () => {
  await using analyst = openAnalyst();
  const samples = [3, 1, 2].map(sample);
  expect(await Promise.all(samples.map((one) => analyst.assess(one)))).toMatchObject(samples.map((one) => judge(one)));
});

test("a sample that takes too long is given up, and the next one gets a fresh thread", async () => {
  const entry = thread("while (posts.length === 1); parentPort.postMessage({ posts: posts.length });");
  await using analyst = openAnalyst({ entry, withinMs: 500 });
  await expect(analyst.assess(sample(1))).rejects.toMatchObject({
    name: "UnavailableError",
    message: "1 posts were not assessed in time",
  });
  expect(await analyst.assess(sample(2))).toEqual({ posts: 2 });
});

test("a bug in the thread is told as one, and ends with it", async () => {
  const entry = thread('if (posts.length === 1) throw new Error("broken"); parentPort.postMessage({ posts: posts.length });');
  await using analyst = openAnalyst({ entry });
  await expect(analyst.assess(sample(1))).rejects.toThrow("broken");
  expect(await analyst.assess(sample(2))).toEqual({ posts: 2 });
});

test("a sample that takes too much memory is given up", async () => {
  const entry = thread("const held = []; for (;;) held.push(new Array(100000).fill(posts.length + held.length));");
  await using analyst = openAnalyst({ entry, withinMs: 20_000 });
  await expect(analyst.assess(sample(1))).rejects.toMatchObject({
    name: "UnavailableError",
    message: "1 posts take too much memory to assess",
  });
});

test("what is being assessed when the engine stops is given up, and so is what waits behind it", async () => {
  const analyst = openAnalyst({ entry: thread("while (posts.length);"), withinMs: 60_000 });
  const both = Promise.allSettled([analyst.assess(sample(1)), analyst.assess(sample(2))]);
  await analyst[Symbol.asyncDispose]();
  expect((await both).map((end) => end.status === "rejected" && String(end.reason))).toEqual([
    "UnavailableError: the engine is shutting down",
    "UnavailableError: the engine is shutting down",
  ]);
});

const copies = (count: number): Sample => ({
  ...sample(0),
  posts: Array.from({ length: count }, (_, index): Post => ({
    platform: "farcaster",
    id: `${index}`,
    author: `farcaster:${index}`,
    text: "insiders are dumping everything and the team is gone for good",
    at: NOW - 600_000 + index * 1000,
  })),
});

test("without time left texts are judged, co-action is not, and that is said instead of calling it none", async () => {
  await using analyst = openAnalyst();
  const { assessment } = await analyst.assess(copies(40), performance.now() - 1);
  expect(assessment.coAction).toEqual({ accounts: 0, posts: 0, truncated: false, unfinished: true });
  expect(assessment.swarm).toBeUndefined();
  expect(assessment.copies).toMatchObject({ posts: 40, accounts: 40 });
  const whole = await analyst.assess(copies(40));
  expect(whole.assessment).toMatchObject({ swarm: 40, coAction: { unfinished: false } });
});

test("what nobody waits for any longer is passed over, and more than can wait is refused", async () => {
  const entry = thread("parentPort.postMessage({ posts: posts.length });");
  await using analyst = openAnalyst({ entry });
  await expect(analyst.assess(sample(1), performance.now() - 10_000)).rejects.toMatchObject({
    message: "1 posts waited too long to be assessed",
  });
  const [first, second, third] = [20_000, 39_000, 2_000].map((count) => analyst.assess(sample(count)));
  await expect(third).rejects.toMatchObject({ name: "UnavailableError", message: "59000 posts wait to be assessed already" });
  expect(await Promise.all([first, second])).toEqual([{ posts: 20_000 }, { posts: 39_000 }]);
  expect(await analyst.assess(sample(3))).toEqual({ posts: 3 });
});
