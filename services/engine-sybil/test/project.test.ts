import type { Answer, Provider } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";
import { CONTRACT, find, openSybil } from "./analyze.ts";

test("where DexScreener names no account CoinGecko is asked, once an hour; only a plain name is believed, and both failing is said", async () => {
  const coin = (channel: unknown): Answer => ({
    json: { links: { twitter_screen_name: "fearproject", telegram_channel_identifier: channel } },
  });
  const none: Answer = { json: [{ info: { socials: [] } }] };
  const broken: Answer = { status: 500 };
  /** What the two say of a contract, by its last digits, and the channel that is read then. */
  const cases: Record<string, { dex: Answer; coin: Answer; channel?: string; said?: RegExp }> = {
    a0: { dex: none, coin: coin("fear_sandbox"), channel: "fear_sandbox" },
    a1: { dex: broken, coin: coin("fear_sandbox"), channel: "fear_sandbox" },
    a2: { dex: none, coin: { status: 404, json: { error: "coin not found" } } },
    a3: { dex: none, coin: broken },
    a4: { dex: broken, coin: broken, said: /channel could not be looked up/ },
    a5: { dex: none, coin: coin("../../etc") },
    a6: { dex: none, coin: coin("+AAAA") },
    a7: { dex: none, coin: coin(5) },
    a8: { dex: none, coin: { json: { links: null } } },
  };
  const by = (pick: "dex" | "coin") => ({
    name: pick === "dex" ? "dexscreener" : "coingecko",
    answer: ({ path }: { path: string }): Answer => cases[path.slice(-2)]?.[pick] ?? { status: 404 },
  });
  await using engine = await openSybil({ asks: ["farcaster", "telegram", "dexscreener", "coingecko"], more: [by("dex"), by("coin")] });
  for (const [end, { channel, said }] of Object.entries(cases)) {
    const token = { contract_address: `0x${"0".repeat(38)}${end}` };
    const before = engine.asked.length;
    const analysis = await engine.analyze("FEAR", token);
    if (channel !== undefined) await engine.analyze("FEAR", token);
    const asked = engine.asked.slice(before).filter((path) => /^(?:coingecko|telegram)/.test(path));
    const read = channel === undefined ? [] : [`telegram/s/${channel}?`, `telegram/s/${channel}?`];
    expect(asked, end).toEqual([`coingecko/coins/ethereum/contract/${token.contract_address}?`, ...read]);
    if (said) expect(find(analysis, "source_unavailable")?.text).toMatch(said);
    else expect(find(analysis, "source_unavailable"), end).toBeUndefined();
  }
});

test("a project whose accounts DexScreener names is not looked up twice", async () => {
  const asks = ["telegram", "dexscreener", "coingecko"] as const;
  const named: Provider = {
    name: "dexscreener",
    answer: () => ({ json: [{ info: { socials: [{ url: "https://t.me/fear_sandbox" }] } }] }),
  };
  await using engine = await openSybil({ asks, more: [named, { name: "coingecko", answer: () => ({ status: 500 }) }] });
  await engine.analyze("FEAR");
  expect(engine.asked).toEqual([`dexscreener/tokens/v1/ethereum/${CONTRACT}?`, "telegram/s/fear_sandbox?"]);
});
