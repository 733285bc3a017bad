import type { Signal } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { edited, find, openSolana, outline } from "./analyze.ts";

/** The signals of one sandbox mint with some fields of RugCheck's report replaced. */
async function judge(symbol: string, fields: Record<string, unknown>): Promise<Signal[]> {
  await using engine = await openSolana({
    simulates: false,
    change: (provider) => (provider.name === "rugcheck" ? edited(provider, (report) => ({ ...report, ...fields })) : provider),
  });
  return (await engine.analyze(engine.mintOf(symbol))).signals;
}
const SOL = "So11111111111111111111111111111111111111112";
const market = (marketType: string, lp: Record<string, unknown>) => ({
  pubkey: SOL,
  marketType,
  lp: { lpMint: SOL, lpTotalSupply: 1, ...lp },
});

test("a trusted list that blanks the risks does not hide live powers; a known issuer's weigh less and say so", async () => {
  const plain = await judge("TITHE", { risks: [], score: 1 });
  expect(find(plain, "permanent_delegate")?.weights.real_crash).toBe(2.1);
  const trusted = await judge("TITHE", { risks: [], score: 1, verification: { jup_verified: true, jup_strict: true } });
  expect(find(trusted, "permanent_delegate")).toMatchObject({ status: "hit", severity: 1, weights: { real_crash: 0.3 } });
  expect(find(trusted, "permanent_delegate")?.text).toMatch(/\(known issuer\)$/);
});

test("the best score of all is not evidence: without holders and liquidity it is said not to be indexed", async () => {
  const signals = await judge("BRIAR", {
    risks: null,
    score: 1,
    score_normalised: 1,
    topHolders: null,
    totalHolders: 0,
    totalMarketLiquidity: 0,
    markets: null,
  });
  expect(outline(signals)).toContain("rugcheck_not_indexed: unknown");
  expect(find(signals, "liquidity")).toBeUndefined();
  expect(signals.every(({ weights }) => weights.false_fud === 0)).toBe(true);
});

test("a dead token with a holder has no liquidity, and its clean structure speaks for nothing", async () => {
  const signals = await judge("BRIAR", { risks: [], score: 1, totalHolders: 2, totalMarketLiquidity: 0, markets: [] });
  expect(find(signals, "liquidity")).toMatchObject({ text: "Pool liquidity is $0", severity: 2 });
  expect(signals.every(({ weights }) => weights.false_fud === 0)).toBe(true);
});

test("a drained pool that is fully locked counts for nothing, and rugged:false is no acquittal", async () => {
  const signals = await judge("BRIAR", {
    totalMarketLiquidity: 5.18,
    rugged: false,
    markets: [market("raydium_cpmm", { lpLockedPct: 100, lpTotalSupply: 100, baseUSD: 5.14, quoteUSD: 0.04 })],
  });
  expect(find(signals, "lp_locked")).toBeUndefined();
  expect(find(signals, "liquidity")).toMatchObject({ text: "Pool liquidity is $5", severity: 2 });
  expect(find(signals, "rugged")).toBeUndefined();
});

test("rugged:true is suspected, not proven; a creator's history is neither", async () => {
  const rugged = await judge("BRIAR", { rugged: true });
  expect(find(rugged, "rugged")).toMatchObject({ critical: true, reliability: 0.6 });
  const history = await judge("BRIAR", { risks: [{ name: "Creator history of rugged tokens", value: "", score: 26400, level: "danger" }] });
  expect(find(history, "rugged")).toBeUndefined();
  expect(find(history, "creator_history")?.text).toBe(
    "RugCheck: the creator has a history of rugged tokens (an unknown number of other tokens)",
  );
});

test("concentrated liquidity and launch curves have no shares to lock, and do not dilute those that have", async () => {
  const clmm = await judge("WARD", {
    markets: [market("meteoraDlmm", { lpLockedPct: 0, baseUSD: 1e6, quoteUSD: 1e6, lpTotalSupply: 0 })],
  });
  expect(find(clmm, "lp_locked")).toMatchObject({ status: "unknown", text: expect.stringContaining("LP lock is not applicable") });
  const curve = await judge("WARD", { markets: [market("pump_fun", { lpLockedPct: 100, baseUSD: 1e6, quoteUSD: 1e6 })] });
  expect(find(curve, "lp_locked")).toBeUndefined();
  const mixed = await judge("BRIAR", {
    markets: [
      market("raydium_clmm", { lpLockedPct: 0, baseUSD: 1e6, quoteUSD: 1e6 }),
      market("pump_fun_amm", { lpLockedPct: 100, baseUSD: 15_000, quoteUSD: 15_000 }),
      market("raydium_cpmm", { lpLockedPct: 0, baseUSD: 5000, quoteUSD: 5000 }),
    ],
  });
  expect(find(mixed, "lp_locked")?.text).toBe("Only 75.0% of the 2 pools' LP is burned or locked");
});

test("the amount that insiders moved is never printed as a share", async () => {
  const signals = await judge("TITHE", {});
  expect(find(signals, "insiders")?.text).toMatch(/^RugCheck links 12 wallets in 1 transfer network\(s\); flagged top holders own 74\.0%$/);
});

test("shares that exceed the supply are not known shares: GoPlus is asked", async () => {
  const holder = { address: SOL, owner: SOL, pct: 664.51, insider: false };
  const signals = await judge("WARD", { topHolders: [holder], totalHolders: 1 });
  expect(find(signals, "top_holders")?.source).toBe("goplus");
});

test("a list of holders that lost an entry is no list: GoPlus is asked, and without it nothing is known", async () => {
  const topHolders = [
    { address: SOL, owner: SOL, pct: 3, insider: false },
    { address: SOL, owner: null, pct: 90 },
  ];
  expect(find(await judge("WARD", { topHolders, totalHolders: 1 }), "top_holders")?.source).toBe("goplus");
});

test("a finding that repeats the chain adds no second weight", async () => {
  const risks = [
    { name: "Mint Authority still enabled", value: "", score: 50000, level: "danger" },
    { name: "Freeze Authority still enabled", value: "", score: 25000, level: "danger" },
    { name: "Single holder ownership", value: "86.00%", score: 8600, level: "danger" },
  ];
  const signals = await judge("WARD", { risks, totalHolders: 13 });
  expect(outline(signals).filter((line) => /authority|holders|danger/.test(line))).toEqual([
    "mint_authority: hit",
    "freeze_authority: hit",
    "top_holders: hit",
  ]);
  // and where they contradict it, the chain wins
  const clean = await judge("BRIAR", { risks });
  expect(find(clean, "mint_authority")?.status).toBe("clear");
});

test("a name that is not known is counted and never printed", async () => {
  const risks = [
    { name: "<b>Buy at evil.example</b>", value: "now", score: 1, level: "danger" },
    { name: "COPYCAT  token", value: "see evil.example", score: 2000, level: "Warn" },
  ];
  const signals = await judge("BRIAR", { risks });
  expect(find(signals, "rugcheck_danger")?.text).toBe("RugCheck danger: 1 of a kind that is not known here");
  expect(find(signals, "rugcheck_warning")?.text).toBe("RugCheck warns: copycat token");
  expect(JSON.stringify(signals)).not.toContain("evil");
});

test("an answer about another token, or of another shape, is no answer", async () => {
  for (const fields of [{ mint: SOL }, { mint: null }]) {
    const signals = await judge("BRIAR", fields);
    expect(find(signals, "rugcheck_missing")?.text).toContain("RugCheck not available");
    expect(outline(signals)).toContain("mint_authority: clear");
  }
});

test("a report of half a megabyte with 175 markets is read whole", async () => {
  const many = Array.from({ length: 175 }, (_, index) => ({
    ...market(index === 174 ? "raydium_cpmm" : "meteoraDlmm", { lpLockedPct: 40, baseUSD: 20_000, quoteUSD: 20_000 }),
    liquidityAccount: "x".repeat(3000),
  }));
  expect(JSON.stringify(many).length).toBeGreaterThan(500_000);
  expect(find(await judge("BRIAR", { markets: many }), "lp_locked")?.text).toContain("Only 40.0% of the main pool's LP");
});

test("amounts beyond 2^53 keep their share, and supply is the chain's to say", async () => {
  // u64s in JSON lose their last digits; shares come in percent, and the supply from the mint
  const big = JSON.parse("18446744073709551615");
  const signals = await judge("WARD", { creatorBalance: big, totalHolders: 13, token: { supply: big, decimals: 6 } });
  expect(find(signals, "creator_share")).toMatchObject({ text: "The creator still holds 100.0% of supply", severity: 2 });
  expect(find(signals, "mint_authority")?.values["supply"]).toBe("814000000000000");
});

test("null holders are unknown holders, and a 429 is never safe", async () => {
  const signals = await judge("BRIAR", { topHolders: null, totalHolders: 0 });
  expect(find(signals, "top_holders")?.source).toBe("goplus");
  await using refused = await openSolana({
    simulates: false,
    change: (provider) =>
      provider.name === "solana" ? provider : { name: provider.name, answer: () => ({ status: 429, json: { error: "slow" } }) },
  });
  const limited = (await refused.analyze(refused.mintOf("BRIAR"))).signals;
  expect(find(limited, "top_holders")).toMatchObject({
    status: "unknown",
    text: "Holder concentration not checked: RugCheck not available (HTTP 429), GoPlus not available (HTTP 429)",
  });
  expect(limited.every(({ weights }) => weights.false_fud === 0)).toBe(true);
});

test("an answer of GoPlus that is still being made counts, and is not kept", async () => {
  for (const code of [1, 2]) {
    await using engine = await openSolana({
      simulates: false,
      change: (provider) => (provider.name === "goplus" ? edited(provider, (answer) => ({ ...answer, code })) : provider),
    });
    const { signals, partial } = await engine.analyze(engine.mintOf("WARD"));
    expect(find(signals, "top_holders")?.source).toBe("goplus");
    expect(partial).toBe(code === 2);
  }
});

test("the summary's word on LP is not asked for: only the report's markets count", async () => {
  const signals = await judge("BRIAR", { lpLockedPct: 0 });
  expect(find(signals, "lp_locked")?.text).toBe("99.2% of the main pool's LP is burned or locked (Raydium CPMM)");
});
