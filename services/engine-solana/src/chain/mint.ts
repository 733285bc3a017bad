import type { Address } from "@solana/kit";

/** A transfer fee and the first epoch in which it holds. */
export interface Fee {
  epoch: bigint;
  basisPoints: number;
  /** In the smallest unit; 0 = no fee is taken, whatever the rate. */
  maximum: bigint;
}

/** What a mint account says. Undefined means given up or never there: that was read, it is not unknown. */
export interface Mint {
  mintAuthority: Address | undefined;
  freezeAuthority: Address | undefined;
  /** In the smallest unit. */
  supply: bigint;
  decimals: number;
  transferFee?: { authority: Address | undefined; older: Fee; newer: Fee };
  closeAuthority?: Address | undefined;
  newAccountsFrozen?: boolean;
  nonTransferable?: boolean;
  permanentDelegate?: Address | undefined;
  transferHook?: { authority: Address | undefined; program: Address | undefined };
  pausable?: { authority: Address | undefined; paused: boolean };
  /** Interest that wallets add to what they display, basis points a year. */
  interest?: { authority: Address | undefined; basisPoints: number };
  /** The factor by which wallets multiply what they display, and the one that follows it. */
  scaled?: { authority: Address | undefined; multiplier: number; newMultiplier: number };
  /** Whose consent every burning needs. */
  burnAuthority?: Address | undefined;
  /** The metadata that the mint itself holds. Name and symbol are the token's own words. */
  ownMetadata?: { authority: Address | undefined; name: string; symbol: string };
  /** Types of all extensions, in their order. */
  extensions: number[];
  /** Types among them that could not be read: not known, cut off, or too short. What they can do is unknown. */
  unread: number[];
}

/** The fee of an epoch: the newer one from its own epoch on. */
export const feeIn = (epoch: bigint, { older, newer }: { older: Fee; newer: Fee }): Fee => (epoch >= newer.epoch ? newer : older);

/** A small holder's transfer: one in so many parts of the supply. */
const PARTS = 10_000n;

/** A small holder's transfer in the smallest unit, at least one of it: what is sent in trial, and what a fee's cap is held against. */
export const smallTransfer = (supply: bigint): bigint => (supply > PARTS ? supply / PARTS : 1n);

const ALL_BASIS_POINTS = 10_000n;

/** Basis points that a small holder's transfer really costs: a cap that is next to nothing takes next to nothing, whatever the rate. */
export function costOf({ basisPoints, maximum }: Fee, supply: bigint): number {
  const capped = (maximum * ALL_BASIS_POINTS) / smallTransfer(supply);
  return capped < BigInt(basisPoints) ? Number(capped) : basisPoints;
}
