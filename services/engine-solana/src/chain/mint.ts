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
  /** Types of all extensions, in their order. */
  extensions: number[];
  /** Types among them that could not be read: not known, cut off, or too short. What they can do is unknown. */
  unread: number[];
}

/** The fee of an epoch: the newer one from its own epoch on. */
export const feeIn = (epoch: bigint, { older, newer }: { older: Fee; newer: Fee }): Fee => (epoch >= newer.epoch ? newer : older);

/** Basis points that a transfer really costs at most. */
export const costOf = ({ basisPoints, maximum }: Fee): number => (maximum === 0n ? 0 : basisPoints);
