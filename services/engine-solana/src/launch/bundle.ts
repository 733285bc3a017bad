import type { Address } from "@solana/kit";

/** Who bought in the slot in which a token was launched. */
export type LaunchFacts =
  | { kind: "off" }
  | { kind: "missing"; why: string }
  /** `buyers` wallets bought in that slot; the largest group with one funder is `wallets`, which got `percent` of the supply. */
  | { kind: "read"; buyers: number; funder: Address | undefined; wallets: number; percent: number };
