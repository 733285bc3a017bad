import type { Hex } from "viem";

/** What the labels speak of: creating supply, keeping holders from selling, taking or giving out what is not the caller's. */
export const classNames = ["Mint", "Limit", "Leak"] as const;
export type ClassName = (typeof classNames)[number];

/** One contract of a dataset, with whatever of it the dataset has. */
export interface Sample {
  /** As the dataset writes it. */
  address: string;
  name: string;
  source: string | undefined;
  /** Code as it stood on its chain. */
  runtime: Hex | undefined;
  /** Constructor code with its arguments, as it was sent. */
  creation: Hex | undefined;
  /** Undefined for a contract of the known-good set. */
  truth: Record<ClassName, boolean> | undefined;
}
