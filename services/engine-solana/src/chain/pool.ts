import { type Address, getAddressDecoder } from "@solana/kit";
import type { Account } from "./account.ts";
import { PUMP_SWAP, RAYDIUM_CPMM, RAYDIUM_V4 } from "./addresses.ts";

/** A pool whose shares are tokens of their own. */
export interface Pool {
  kind: "PumpSwap" | "Raydium v4" | "Raydium CPMM";
  /** The mint of its shares. */
  shares: Address;
  /** Shares that it has given out, before any were burned. */
  reserve: bigint;
}

/** Where a program's pool accounts hold their two mints, the mint of their shares and the count of them; and their least length. */
const layouts: Record<string, { kind: Pool["kind"]; mints: readonly [number, number]; shares: number; reserve: number; bytes: number }> = {
  [PUMP_SWAP]: { kind: "PumpSwap", mints: [43, 75], shares: 107, reserve: 203, bytes: 211 },
  [RAYDIUM_CPMM]: { kind: "Raydium CPMM", mints: [168, 200], shares: 136, reserve: 333, bytes: 637 },
  [RAYDIUM_V4]: { kind: "Raydium v4", mints: [400, 432], shares: 464, reserve: 720, bytes: 752 },
};

/** Reads a pool of the mint; undefined when it is no pool that is known here, or one of other tokens. Never throws. */
export function poolOf(account: Account | undefined, mint: Address): Pool | undefined {
  const layout = account && layouts[account.program];
  if (!account || !layout || account.data.length < layout.bytes) return undefined;
  const { data } = account;
  const addresses = getAddressDecoder();
  if (!layout.mints.some((at) => addresses.decode(data, at) === mint)) return undefined;
  const bytes = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return { kind: layout.kind, shares: addresses.decode(data, layout.shares), reserve: bytes.getBigUint64(layout.reserve, true) };
}

/** Percent of the shares that are burned, or lie with the locker; undefined when there are none, or more than were given out. */
export function lockedPercent({ reserve }: Pool, supply: bigint, withLocker: bigint): number | undefined {
  if (reserve === 0n || supply > reserve || withLocker > supply) return undefined;
  return Number(((reserve - supply + withLocker) * 1_000_000n) / reserve) / 10_000;
}
