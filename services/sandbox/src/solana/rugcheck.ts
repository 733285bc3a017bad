import { type Address, type Option, unwrapOption } from "@solana/kit";
import type { Extension } from "@solana-program/token-2022";
import { type Answer, notFound, type Provider } from "../web/provider.ts";
import { inTokens, type Listing, shareOf } from "./listing.ts";
import { RAYDIUM_CPMM } from "./mints.ts";

const HOLDERS = 20;
const SOL = "So11111111111111111111111111111111111111112";
const NOBODY = "11111111111111111111111111111111";
const REFUSED_EVERY = 3;

const orNull = (value: Option<Address>): Address | null => unwrapOption(value);
const scoreOf = ({ token }: Listing): number => token.checked.risks.reduce((sum, { score }) => sum + score, 1);
/** Higher is worse; the real formula is not published, and this one only has its ends in common with it. */
const normalised = (score: number): number => Math.max(1, Math.min(100, Math.round((Math.log10(score) / 5.5) * 100)));

/** A checker of Solana tokens, in the shapes of api.rugcheck.xyz. What the chain shows it reads off the chain, the rest it is told. */
export function rugcheck(listings: readonly Listing[], now: () => number): Provider {
  const asked = new Map<string, number>();
  return {
    name: "rugcheck",
    answer({ method, path }): Answer {
      const [, mint, summary] = /^\/v1\/tokens\/([^/]+)\/report(\/summary)?$/.exec(path) ?? [];
      if (method !== "GET" || mint === undefined) return notFound;
      const listing = listings.find((one) => one.mint === mint);
      if (!listing) return { status: 404, json: { error: "not found" } };
      const count = (asked.get(mint) ?? 0) + 1;
      asked.set(mint, count);
      if (listing.token.checked.flaky && count % REFUSED_EVERY === 0) {
        return { status: 429, headers: { "x-rate-limit-limit": "15", "retry-after": "30" }, json: { error: "rate limit exceeded" } };
      }
      return { headers: { "x-rate-limit-limit": "15" }, json: summary === undefined ? reportOf(listing, now()) : summaryOf(listing) };
    },
  };
}

const summaryOf = (listing: Listing) => ({
  tokenProgram: listing.program,
  tokenType: "",
  risks: listing.token.checked.risks,
  score: scoreOf(listing),
  score_normalised: normalised(scoreOf(listing)),
  // the summary's own number disagrees with the report's markets, as the real one's does
  lpLockedPct: 0,
});

function reportOf(listing: Listing, now: number) {
  const { mint, state, token, holdings, creator, program } = listing;
  const { checked } = token;
  const authorities = { mintAuthority: orNull(state.mintAuthority), freezeAuthority: orNull(state.freezeAuthority) };
  const extensions = unwrapOption(state.extensions) ?? [];
  return {
    mint,
    tokenProgram: program,
    creator,
    creatorBalance: 0,
    token: { ...authorities, supply: Number(state.supply), decimals: state.decimals, isInitialized: state.isInitialized },
    token_extensions: extensions.length === 0 ? null : extensionsOf(extensions),
    tokenMeta: { name: token.name, symbol: token.symbol, uri: "", mutable: false, updateAuthority: NOBODY },
    topHolders: checked.indexed ? holdersOf(listing) : null,
    ...authorities,
    risks: checked.risks,
    score: scoreOf(listing),
    score_normalised: normalised(scoreOf(listing)),
    fileMeta: { description: "", name: token.name, symbol: token.symbol, image: "" },
    lockerOwners: {},
    lockers: {},
    markets: checked.indexed ? [marketOf(listing)] : [],
    totalMarketLiquidity: checked.liquidityUsd,
    totalLPProviders: checked.indexed ? 1 : 0,
    totalHolders: checked.indexed ? holdings.length : 0,
    price: checked.indexed ? token.priceUsd : 0,
    rugged: false,
    tokenType: "",
    transferFee: feeOf(extensions),
    knownAccounts: {
      [creator]: { name: "Creator", type: "CREATOR" },
      ...(checked.indexed && { [RAYDIUM_CPMM]: { name: "Raydium CPMM Pool", type: "AMM" } }),
    },
    events: [],
    verification: null,
    graphInsidersDetected: checked.insiders,
    // the amount moved, over all hands: more than there is
    insiderNetworks:
      checked.insiders === 0
        ? null
        : [
            {
              id: "little-lavender-zebra",
              size: checked.insiders,
              type: "transfer",
              tokenAmount: 3 * Number(state.supply),
              activeAccounts: checked.insiders,
            },
          ],
    detectedAt: new Date(now - 86_400_000).toISOString(),
    creatorTokens:
      checked.creatorTokens === 0
        ? null
        : Array.from({ length: checked.creatorTokens }, (_, index) => ({
            mint: holdings[index]?.account ?? NOBODY,
            marketCap: 9.4,
            createdAt: new Date(now - (index + 2) * 86_400_000).toISOString(),
          })),
  };
}

function holdersOf(listing: Listing) {
  const { holdings, state, token } = listing;
  const insiders = holdings.filter(({ owner }) => owner !== RAYDIUM_CPMM).slice(0, token.checked.insiders);
  return holdings.slice(0, HOLDERS).map((holding) => ({
    address: holding.account,
    amount: Number(holding.amount),
    decimals: state.decimals,
    pct: 100 * shareOf(holding.amount, listing),
    uiAmount: inTokens(holding.amount, listing),
    uiAmountString: String(inTokens(holding.amount, listing)),
    owner: holding.owner,
    insider: insiders.includes(holding),
  }));
}

/** Its one pool, on Raydium CPMM; half of the liquidity is coins. */
function marketOf({ mint, token, holdings, pool, lpMint }: Listing) {
  const vault = holdings.find(({ owner }) => owner === RAYDIUM_CPMM);
  const { liquidityUsd, lpLockedPct } = token.checked;
  const shares = 1_000_000;
  return {
    pubkey: pool,
    marketType: "raydium_cpmm",
    mintA: SOL,
    mintB: mint,
    mintLP: lpMint,
    liquidityA: NOBODY,
    liquidityB: vault?.account ?? NOBODY,
    lp: {
      baseMint: SOL,
      quoteMint: mint,
      lpMint,
      quotePrice: token.priceUsd,
      basePrice: 150,
      base: liquidityUsd / 2 / 150,
      quote: liquidityUsd / 2 / token.priceUsd,
      reserveSupply: shares,
      currentSupply: shares * (1 - lpLockedPct / 100),
      quoteUSD: liquidityUsd / 2,
      baseUSD: liquidityUsd / 2,
      pctReserve: 0,
      pctSupply: 0,
      holders: null,
      totalTokensUnlocked: 0,
      tokenSupply: 0,
      lpLocked: (shares * lpLockedPct) / 100,
      lpUnlocked: shares * (1 - lpLockedPct / 100),
      lpLockedPct,
      lpLockedUSD: (liquidityUsd * lpLockedPct) / 100,
      lpMaxSupply: 0,
      lpCurrentSupply: shares * (1 - lpLockedPct / 100),
      lpTotalSupply: shares,
    },
  };
}

const find = <K extends Extension["__kind"]>(extensions: Extension[], kind: K) =>
  extensions.find((one): one is Extract<Extension, { __kind: K }> => one.__kind === kind);

function extensionsOf(extensions: Extension[]) {
  const fee = find(extensions, "TransferFeeConfig");
  return {
    nonTransferable: find(extensions, "NonTransferable") !== undefined,
    permanentDelegate: find(extensions, "PermanentDelegate")?.delegate ?? null,
    transferFeeConfig: fee ? { transferFeeConfigAuthority: fee.transferFeeConfigAuthority } : null,
    defaultAccountState: null,
    mintCloseAuthority: null,
    transferHook: null,
    pausableConfig: null,
    confidentialTransferMint: null,
  };
}

function feeOf(extensions: Extension[]) {
  const fee = find(extensions, "TransferFeeConfig");
  const { transferFeeBasisPoints = 0, maximumFee = 0n } = fee?.olderTransferFee ?? {};
  return { pct: transferFeeBasisPoints / 100, maxAmount: Number(maximumFee), authority: fee?.transferFeeConfigAuthority ?? NOBODY };
}
