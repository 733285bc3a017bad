import type { Address } from "@solana/kit";
import type { Upstream } from "@token-sentiment/engine";
import { type Standing, standingOf } from "./account.ts";
import { pumpPoolOf, whereaboutsOf } from "./addresses.ts";
import { type Curve, curveOf } from "./curve.ts";
import { metadataOf, metaplexOf, type TokenMetadata } from "./metadata.ts";
import { lockedPercent, poolOf } from "./pool.ts";
import { type LockedShares, type PoolAt, sharesOf } from "./pool-shares.ts";
import { readAccounts } from "./read-accounts.ts";

/** All that one call says about a mint. */
export interface MintReading {
  standing: Extract<Standing, { kind: "mint" }>;
  slot: number;
  epoch: bigint;
  metadata: TokenMetadata | undefined;
  curve: Curve | undefined;
  /** Where pump.fun would have moved it, when it did. */
  pumpPool: LockedShares | undefined;
  /** Its pools on Raydium CPMM, and that of pump.fun against another coin than SOL: their shares another call reads. */
  pools: PoolAt[];
}

/** What stands at an address, and if it is a mint, what stands beside it. */
export type ChainReading = { kind: "mint"; reading: MintReading } | { kind: "other"; what: string };

/** Reads mint, metadata, launch curve and pools in one call. @throws UnavailableError */
export async function readChain(endpoints: readonly Upstream[], mint: Address, signal: AbortSignal): Promise<ChainReading> {
  const { metaplex, curve, pumpPool, pumpShares, cpmmPools } = await whereaboutsOf(mint);
  const beside = [metaplex, curve, pumpPool, pumpShares, ...cpmmPools];
  const { accounts, slot, epoch } = await readAccounts(endpoints, { at: [mint, ...beside] }, signal);
  const [account, metaplexAccount, curveAccount, pumpAccount, pumpSharesAccount, ...cpmm] = accounts;
  const standing = standingOf(account);
  if (standing.kind === "other") return standing;
  const pump = poolOf(pumpAccount, mint);
  const supply = pump?.shares === pumpShares ? sharesOf(pumpSharesAccount) : undefined;
  const launch = curveOf(curveAccount);
  const percent = pump && supply !== undefined ? lockedPercent(pump, supply, 0n) : undefined;
  return {
    kind: "mint",
    reading: {
      standing,
      slot,
      epoch,
      metadata: metadataOf(standing.mint, metaplexOf(metaplexAccount, mint)),
      curve: launch,
      pumpPool: pump && percent !== undefined ? { at: pumpPool, kind: pump.kind, percent } : undefined,
      pools: [
        ...(launch?.complete && launch.quote !== undefined ? [await pumpPoolOf(mint, launch.quote)] : []),
        ...cpmm.flatMap((one, index): PoolAt[] => {
          const [pool, at] = [poolOf(one, mint), cpmmPools[index]];
          return pool && at !== undefined ? [{ at, shares: pool.shares }] : [];
        }),
      ],
    },
  };
}
