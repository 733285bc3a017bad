import { type Address, address, some } from "@solana/kit";
import { AuthorityType } from "@solana-program/token-2022";
import type { Talk } from "../world.ts";
import type { LedgerMint, SvmLedger } from "./svm-ledger.ts";

/** One finding of RugCheck's, as it writes them. */
interface Risk {
  name: string;
  value: string;
  description: string;
  score: number;
  level: "warn" | "danger";
}

/** What RugCheck knows of a mint beyond the chain. */
interface Checked {
  /** False = it has not indexed the token: no holders, no liquidity, and the best of all scores. */
  indexed: boolean;
  /** Tokens and coins in the only pool together, USD. */
  liquidityUsd: number;
  /** Percent of the pool's shares that are burned or locked. */
  lpLockedPct: number;
  risks: Risk[];
  /** Wallets in one network of transfers. */
  insiders: number;
  /** Other tokens of the same creator. */
  creatorTokens: number;
  /** Every third question about it is refused with 429. */
  flaky: boolean;
}

/** One Solana token of the sandbox. */
export interface SolanaToken {
  symbol: string;
  name: string;
  note: string;
  talk: Talk;
  priceUsd: number;
  checked: Checked;
  create: (ledger: SvmLedger) => Promise<LedgerMint>;
}

/** Owns the token side of every Raydium CPMM pool. */
export const RAYDIUM_CPMM = address("GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL");
/** Tokens sent here are gone. */
const INCINERATOR = address("1nc1nerator11111111111111111111111111111111");

const DECIMALS = 6;
const units = (tokens: number): bigint => BigInt(tokens) * 10n ** BigInt(DECIMALS);

/** Shares of `count` wallets, from `from` tokens down by `step` each. */
async function crowd(ledger: SvmLedger, symbol: string, { count, from, step }: { count: number; from: number; step: number }) {
  const shares: { owner: Address; amount: bigint }[] = [];
  for (let index = 0; index < count; index++) {
    shares.push({ owner: await ledger.wallet(`${symbol} holder ${index}`), amount: units(from - index * step) });
  }
  return shares;
}

const briar: SolanaToken = {
  symbol: "BRIAR",
  name: "Fern",
  note: "A plain mint: both authorities given up, spread over 140 wallets, most of its pool shares burned.",
  talk: "organic",
  priceUsd: 0.0006,
  checked: {
    indexed: true,
    liquidityUsd: 184_300,
    lpLockedPct: 99.2,
    risks: [
      { name: "Low amount of LP Providers", value: "", description: "Only a few users are providing liquidity", score: 400, level: "warn" },
    ],
    insiders: 0,
    creatorTokens: 0,
    flaky: false,
  },
  async create(ledger) {
    const created = await ledger.createMint({ symbol: "BRIAR", decimals: DECIMALS, freezable: true });
    await ledger.give(created, [
      { owner: RAYDIUM_CPMM, amount: units(153_500_000) },
      { owner: INCINERATOR, amount: units(40_000_000) },
      ...(await crowd(ledger, "BRIAR", { count: 140, from: 9_000_000, step: 50_000 })),
    ]);
    await ledger.revoke(created, AuthorityType.FreezeAccount);
    await ledger.revoke(created, AuthorityType.MintTokens);
    return created;
  },
};

const ward: SolanaToken = {
  symbol: "WARD",
  name: "Ward",
  note: "Its owner can still mint and still freeze accounts; one wallet holds most of it.",
  talk: "panic",
  priceUsd: 0.0001,
  checked: { indexed: false, liquidityUsd: 0, lpLockedPct: 0, risks: [], insiders: 0, creatorTokens: 0, flaky: false },
  async create(ledger) {
    const created = await ledger.createMint({ symbol: "WARD", decimals: DECIMALS, freezable: true });
    await ledger.give(created, [
      { owner: await ledger.wallet("WARD whale"), amount: units(700_000_000) },
      ...(await crowd(ledger, "WARD", { count: 12, from: 15_000_000, step: 1_000_000 })),
    ]);
    return created;
  },
};

const tithe: SolanaToken = {
  symbol: "TITHE",
  name: "Tithe",
  note: "Token-2022: each transfer pays a fee, a higher one is announced, and a delegate has a say over every balance.",
  talk: "pump_campaign",
  priceUsd: 0.00012,
  checked: {
    indexed: true,
    liquidityUsd: 26_400,
    lpLockedPct: 0,
    risks: [
      {
        name: "Creator history of rugged tokens",
        value: "",
        description: "Creator has a history of rugging tokens.",
        score: 16_800,
        level: "danger",
      },
      {
        name: "Large Amount of LP Unlocked",
        value: "100.00%",
        description: "A large amount of LP tokens are unlocked",
        score: 11_000,
        level: "danger",
      },
      {
        name: "Permanent Control Enabled",
        value: "",
        description: "A wallet has permanent control over balances",
        score: 50_000,
        level: "danger",
      },
      { name: "Copycat token", value: "", description: "This token is using a verified tokens symbol", score: 2000, level: "warn" },
    ],
    insiders: 12,
    creatorTokens: 7,
    flaky: true,
  },
  async create(ledger) {
    const { address: owner } = ledger.owner;
    const fee = { epoch: 0n, maximumFee: 2n ** 63n, transferFeeBasisPoints: 500 };
    const created = await ledger.createMint({
      symbol: "TITHE",
      decimals: DECIMALS,
      freezable: false,
      extensions: [
        {
          __kind: "TransferFeeConfig",
          transferFeeConfigAuthority: owner,
          withdrawWithheldAuthority: owner,
          withheldAmount: 0n,
          olderTransferFee: fee,
          newerTransferFee: fee,
        },
        { __kind: "PermanentDelegate", delegate: owner },
        { __kind: "MetadataPointer", authority: some(owner), metadataAddress: null },
      ],
    });
    await ledger.give(created, [
      { owner: RAYDIUM_CPMM, amount: units(110_000_000) },
      ...(await crowd(ledger, "TITHE", { count: 12, from: 50_000_000, step: 5000 })),
      ...(await crowd(ledger, "TITHE small", { count: 20, from: 6_000_000, step: 100_000 })),
    ]);
    await ledger.announceFee(created, 2500);
    await ledger.revoke(created, AuthorityType.MintTokens);
    return created;
  },
};

/** Every Solana token of the sandbox. */
export const solanaTokens: readonly SolanaToken[] = [briar, ward, tithe];
