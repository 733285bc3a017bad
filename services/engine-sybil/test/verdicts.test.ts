import { expect, test } from "vitest";
import { Signal } from "@token-sentiment/contract";
import { find, openSybil, outline, pull } from "./analyze.ts";

test("a copy-paste rumour pulls false_fud most", async () => {
  await using engine = await openSybil();
  const analysis = await engine.analyze("RUMR");
  const { real_crash, false_fud, whale_manipulation } = pull(analysis);
  expect(false_fud).toBeGreaterThan(1.5);
  expect(false_fud).toBeGreaterThan(whale_manipulation + 0.5);
  expect(real_crash).toBeLessThan(0);
  expect(analysis.measures?.event).toBeGreaterThan(0.6);
  expect(outline(analysis)).toContain("coordinated_fear: hit");
  expect(find(analysis, "copied_text")?.text).toMatch(
    /^\d+ near-identical posts by \d+ accounts on farcaster and stocktwits, \d+ of them within \d+ minutes/,
  );
});

test("a coordinated pump pulls whale_manipulation most", async () => {
  await using engine = await openSybil();
  const analysis = await engine.analyze("PUMP");
  const { real_crash, false_fud, whale_manipulation } = pull(analysis);
  expect(whale_manipulation).toBeGreaterThan(1.5);
  expect(Math.max(real_crash, false_fud)).toBeLessThan(0.6);
  expect(outline(analysis)).toContain("coordinated_hype: hit");
});

test("many frightened hands pull real_crash most, and nobody is called coordinated", async () => {
  await using engine = await openSybil();
  const analysis = await engine.analyze("FEAR");
  const { real_crash, false_fud, whale_manipulation } = pull(analysis);
  expect(real_crash).toBeGreaterThan(1);
  expect(Math.max(false_fud, whale_manipulation)).toBeLessThan(0.3);
  expect(outline(analysis)).toEqual(expect.arrayContaining(["crowd_fear: hit", "coordination: clear"]));
  // the wave of posts on two platforms is one
  expect(analysis.measures?.event).toBeGreaterThan(0.3);
});

test("everyday talk pulls nowhere, and is no event", async () => {
  await using engine = await openSybil();
  const analysis = await engine.analyze("CALM");
  expect(
    Object.values(pull(analysis))
      .map(Math.abs)
      .every((nats) => nats < 0.15),
  ).toBe(true);
  expect(analysis.measures?.event).toBe(0);
  expect(analysis.measures?.chatter).toBeLessThan(30);
});

test("every signal keeps the contract, numbers its posts, and quotes nobody", async () => {
  await using engine = await openSybil();
  for (const symbol of ["RUMR", "PUMP", "FEAR", "CALM"]) {
    const { signals, measures } = await engine.analyze(symbol);
    for (const signal of signals) {
      Signal.parse(signal);
      const [label] = [signal.label];
      if (signal.status !== "unknown")
        expect(signal.values["posts"], `${label} ${signal.code}`).toBe(find({ signals }, "posts_read")?.values["posts"]);
      expect(signal.text).not.toMatch(/insiders|gem|crypto_alert|trader_/);
    }
    expect(measures?.unique_author_ratio).toBeLessThan(1);
  }
});

test("the same moment gives the same answer", async () => {
  await using engine = await openSybil();
  expect(await engine.analyze("RUMR")).toEqual(await engine.analyze("RUMR"));
});
