import { type Address, getAddressEncoder, getProgramDerivedAddress, lamports } from "@solana/kit";
import { openSvmLedger, solanaRpc, type SvmLedger } from "@token-sentiment/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUMP, PUMP_SWAP, RAYDIUM_CPMM, RAYDIUM_LOCKER, RAYDIUM_V4, whereaboutsOf } from "../src/chain/addresses.ts";
import { find, type Opened, openSolana } from "./analyze.ts";

let ledger: SvmLedger;
let engine: Opened;
/** What RugCheck says of the pools; undefined = it is not there. */
let markets: object[] | undefined;
beforeAll(async () => {
  ledger = await openSvmLedger();
  const node = solanaRpc(ledger);
  engine = await openSolana({
    simulates: false,
    asks: ["solana", "rugcheck"],
    change: (provider) => {
      if (provider.name === "solana") return node;
      if (provider.name !== "rugcheck") return provider;
      return {
        name: "rugcheck",
        answer: ({ path }) =>
          markets
            ? { json: { mint: path.split("/")[3], totalHolders: 500, totalMarketLiquidity: 60_000, topHolders: null, markets } }
            : { status: 404, json: {} },
      };
    },
  });
});
afterAll(() => engine[Symbol.asyncDispose]());

const bytesOf = (of: Address) => getAddressEncoder().encode(of);
const SHARES = 1_000_000n;
let made = 0;
const mint = async (): Promise<Address> => {
  const created = await ledger.createMint({ symbol: `pooled ${(made += 1)}`, decimals: 6, freezable: false });
  await ledger.give(created, [{ owner: await ledger.wallet("holder"), amount: 10n ** 12n }]);
  return created.mint;
};
function put(
  at: Address,
  program: Address,
  fields: { length: number; keys: Record<number, Address>; numbers?: Record<number, bigint>; bytes?: Record<number, number> },
) {
  const data = new Uint8Array(fields.length);
  for (const [offset, key] of Object.entries(fields.keys)) data.set(bytesOf(key), Number(offset));
  for (const [offset, value] of Object.entries(fields.numbers ?? {})) new DataView(data.buffer).setBigUint64(Number(offset), value, true);
  for (const [offset, value] of Object.entries(fields.bytes ?? {})) data[Number(offset)] = value;
  ledger.svm.setAccount({
    address: at,
    programAddress: program,
    data,
    space: BigInt(data.length),
    lamports: lamports(10_000_000n),
    executable: false,
  });
}
/** Shares of which so many are left, some of them with the locker. */
async function sharesOf(at: Address, left: bigint, withLocker = 0n): Promise<void> {
  const shares = await ledger.createMint({ symbol: "shares", decimals: 9, freezable: false, at });
  await ledger.give(shares, [
    ...(left > withLocker ? [{ owner: ledger.owner.address, amount: left - withLocker }] : []),
    ...(withLocker > 0n ? [{ owner: RAYDIUM_LOCKER, amount: withLocker }] : []),
  ]);
}
const market = (marketType: string, fields: { pubkey: Address; mintLP?: Address; lpLockedPct?: number; usd?: number }) => ({
  pubkey: fields.pubkey,
  marketType,
  mintLP: fields.mintLP,
  lp: {
    lpMint: fields.mintLP,
    lpTotalSupply: 1,
    lpLockedPct: fields.lpLockedPct ?? 0,
    baseUSD: (fields.usd ?? 40_000) / 2,
    quoteUSD: (fields.usd ?? 40_000) / 2,
  },
});
const lineOf = async (of: Address) => find((await engine.analyze(of)).signals, "lp_locked");

test("the pool to which pump.fun moves a token is found without being named, and its burned shares are counted", async () => {
  const of = await mint();
  const { pumpPool, pumpShares } = await whereaboutsOf(of);
  put(pumpPool, PUMP_SWAP, { length: 211, keys: { 43: of, 107: pumpShares }, numbers: { 203: SHARES } });
  await sharesOf(pumpShares, 13_000n);
  // RugCheck is not there: the shares are known, and what they are worth is not
  markets = undefined;
  expect(await lineOf(of)).toMatchObject({
    status: "unknown",
    text: "98.7% of the main pool's LP is burned or locked (PumpSwap); not counted, for its liquidity is not known",
  });
  const other = await mint();
  const at = await whereaboutsOf(other);
  put(at.pumpPool, PUMP_SWAP, { length: 211, keys: { 43: other, 107: at.pumpShares }, numbers: { 203: SHARES } });
  await sharesOf(at.pumpShares, 13_000n);
  // its own word of 100 % counts for nothing where the chain can be asked
  markets = [market("pump_fun_amm", { pubkey: at.pumpPool, mintLP: at.pumpShares, lpLockedPct: 100 })];
  expect(await lineOf(other)).toMatchObject({
    status: "clear",
    text: "98.7% of the main pool's LP is burned or locked (PumpSwap)",
    values: { counted_on_chain: true },
  });
});

test("a token that pump.fun sold for another coin is looked for in its pool against that coin", async () => {
  const of = await mint();
  const coin = await ledger.wallet("another coin");
  const { curve } = await whereaboutsOf(of);
  put(curve, PUMP, { length: 151, keys: { 49: ledger.owner.address, 83: coin }, numbers: { 0: 6966180631402821399n }, bytes: { 48: 1 } });
  const [authority] = await getProgramDerivedAddress({ programAddress: PUMP, seeds: ["pool-authority", bytesOf(of)] });
  const seeds = ["pool", new Uint8Array(2), bytesOf(authority), bytesOf(of), bytesOf(coin)];
  const [pool] = await getProgramDerivedAddress({ programAddress: PUMP_SWAP, seeds });
  const [shares] = await getProgramDerivedAddress({ programAddress: PUMP_SWAP, seeds: ["pool_lp_mint", bytesOf(pool)] });
  put(pool, PUMP_SWAP, { length: 211, keys: { 43: of, 75: coin, 107: shares }, numbers: { 203: SHARES } });
  await sharesOf(shares, 20_000n);
  markets = undefined;
  expect(await lineOf(of)).toMatchObject({ text: expect.stringMatching(/^98\.0% of the main pool's LP is burned or locked \(PumpSwap\)/) });
});

test("a pool on Raydium v4 that RugCheck names is counted on chain, burned and with the locker", async () => {
  const of = await mint();
  const [pool, shares] = [await ledger.wallet(`v4 pool ${of}`), await ledger.wallet(`v4 shares ${of}`)];
  put(pool, RAYDIUM_V4, { length: 752, keys: { 400: of, 464: shares }, numbers: { 720: SHARES } });
  await sharesOf(shares, 700_000n, 400_000n);
  markets = [market("raydium", { pubkey: pool, mintLP: shares, lpLockedPct: 100 })];
  // 30 % burned, 40 % locked
  expect(await lineOf(of)).toMatchObject({
    text: "Only 70.0% of the main pool's LP is burned or locked (Raydium v4)",
    values: { locked_percent: 70, counted_on_chain: true },
  });
});

test("a pool that is not what it is said to be is not counted: RugCheck's word stands, and says so", async () => {
  const of = await mint();
  const [pool, shares] = [await ledger.wallet(`fake pool ${of}`), await ledger.wallet(`fake shares ${of}`)];
  // another token's pool
  put(pool, RAYDIUM_V4, { length: 752, keys: { 400: shares, 464: shares }, numbers: { 720: SHARES } });
  await sharesOf(shares, 0n);
  markets = [market("raydium", { pubkey: pool, mintLP: shares, lpLockedPct: 20 })];
  const told = { text: expect.stringContaining("Only 20.0%"), values: { counted_on_chain: false } };
  expect(await lineOf(of)).toMatchObject(told);
  // its own pool, with the burned shares of another one
  const own = await mint();
  const [at, unburned] = [await ledger.wallet(`own pool ${own}`), await ledger.wallet(`unburned ${own}`)];
  put(at, RAYDIUM_V4, { length: 752, keys: { 400: own, 464: unburned }, numbers: { 720: SHARES } });
  markets = [market("raydium", { pubkey: at, mintLP: shares, lpLockedPct: 20 })];
  expect(await lineOf(own)).toMatchObject(told);
});

test("what a pool owns is no holder's, by the program that its account belongs to", async () => {
  const created = await ledger.createMint({ symbol: `held ${(made += 1)}`, decimals: 6, freezable: false });
  const [whale, pool] = [await ledger.wallet("a whale"), await ledger.wallet("a whirlpool")];
  await ledger.give(created, [
    { owner: whale, amount: 30n },
    { owner: pool, amount: 70n },
  ]);
  put(pool, "whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc" as Address, { length: 8, keys: {} });
  const node = solanaRpc(ledger);
  await using keyed = await openSolana({
    simulates: false,
    asks: ["solana"],
    holders: "/keyed",
    change: (provider) => (provider.name === "solana" ? node : provider),
  });
  expect(find((await keyed.analyze(created.mint)).signals, "top_holders")).toMatchObject({
    source: "getTokenLargestAccounts",
    text: "1 largest non-pool owners hold 30.0% of supply (largest 30.0%); pools 70.0%, burned 0.0%",
  });
});

test("of a pool that the chain names RugCheck cannot replace the shares", async () => {
  const of = await mint();
  const [pool] = (await whereaboutsOf(of)).cpmmPools;
  if (!pool) expect.fail("there are fee tiers");
  const shares = await ledger.wallet(`own shares ${of}`);
  put(pool, RAYDIUM_CPMM, { length: 637, keys: { 136: shares, 168: of }, numbers: { 333: SHARES } });
  await sharesOf(shares, SHARES);
  markets = [market("raydium_cpmm", { pubkey: pool, mintLP: ledger.owner.address, lpLockedPct: 100 })];
  expect(await lineOf(of)).toMatchObject({ text: expect.stringContaining("Only 0.0%"), values: { counted_on_chain: true } });
});

test("pools of positions have no shares that could be locked: not applicable, never 0 %", async () => {
  const of = await mint();
  markets = [market("raydium_clmm", { pubkey: of }), market("orca_whirlpool", { pubkey: of }), market("meteoraDlmm", { pubkey: of })];
  const line = await lineOf(of);
  expect(line).toMatchObject({
    status: "unknown",
    text: "LP lock is not applicable: the pools hold concentrated positions, which have no LP tokens",
  });
  expect(line?.text).not.toContain("0.0%");
});

test("a launch curve tells how far it is, and what its creator holds of the rest", async () => {
  const of = await mint();
  const { curve } = await whereaboutsOf(of);
  markets = undefined;
  const open = {
    length: 151,
    keys: { 49: ledger.owner.address },
    numbers: { 0: 6966180631402821399n, 24: 198_275_000_000_000n, 40: 10n ** 15n },
  };
  put(curve, PUMP, open);
  expect(find((await engine.analyze(of)).signals, "pump_curve")).toMatchObject({
    status: "hit",
    text: `Launched on pump.fun: bonding curve still open (75.0% sold), creator ${ledger.owner.address}`,
    weights: { real_crash: 0.3, false_fud: 0, whale_manipulation: 0.3 },
  });
  put(curve, PUMP, { ...open, bytes: { 48: 1 } });
  expect(find((await engine.analyze(of)).signals, "pump_curve")).toMatchObject({
    status: "clear",
    text: expect.stringContaining("complete (graduated)"),
  });
});
