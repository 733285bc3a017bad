import type { Provider } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { Signal } from "@token-sentiment/contract";
import { find, NOW, openSybil, outline, pull } from "./analyze.ts";

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

test("copies that all carry one link are not judged, and do not vote as separate people", async () => {
  const cast = (id: number, text: string, at: number) => ({
    hash: `0x${id.toString(16).padStart(8, "0")}`,
    author: { fid: id },
    text,
    timestamp: at,
  });
  const copies = (link: string) =>
    Array.from({ length: 40 }, (_, i) =>
      cast(
        1_000 + i,
        `$RUMR insiders are dumping everything, it is a scam, sell before it goes to zero${link}`,
        NOW - 7_200_000 + i * 13_000,
      ),
    );
  const crowd = Array.from({ length: 55 }, (_, i) =>
    cast(i, `$RUMR oak${i} elm${i * 3} ash${i * 7} fir${i * 13} yew${i * 17}`, NOW - i * 1_500_000),
  );
  const over = async (link: string) => {
    const casts = [...crowd, ...copies(link)].toSorted((a, b) => b.timestamp - a.timestamp);
    const change = (provider: Provider): Provider => ({ ...provider, answer: () => ({ json: { result: { casts }, next: null } }) });
    await using engine = await openSybil({ asks: ["farcaster"], change });
    return await engine.analyze("RUMR", {});
  };
  expect(outline(await over(""))).toContain("coordinated_fear: hit");
  const linked = await over(" https://news.example/rumr");
  expect(outline(linked)).toEqual(expect.arrayContaining(["coordination: inconclusive", "crowd_unread: unknown"]));
  expect(find(linked, "coordination")?.text).toBe("40 posts share one text and link; whether they act together is not judged");
  expect(pull(linked).real_crash).toBe(0);
});
