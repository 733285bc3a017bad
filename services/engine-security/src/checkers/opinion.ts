/** A power that a checker can say somebody has. */
export type PowerTopic = "mint" | "destroy" | "block" | "raise tax" | "take back" | "hidden owner";
/** What a checker can have an opinion on. */
export type Topic = PowerTopic | "selling" | "buy tax" | "sell tax";

/** One thing that a checker says: the answer, or basis points, and the fields it rests on, for people. */
export interface Claim<T = boolean> {
  says: T;
  /** `field=value`; values are numbers of ours, never text of theirs. */
  by: string;
}

/** What a checker thinks of a token. What it does not say is absent: unknown, and never "no". */
export interface Opinion {
  /** True: a holder cannot sell. */
  stuck?: Claim;
  buyTaxBps?: Claim<number>;
  sellTaxBps?: Claim<number>;
  /** True: somebody has that power. */
  powers: Partial<Record<PowerTopic, Claim>>;
  /** True: some holder is said to have more than there is. */
  impossibleShares: boolean;
  /** False: the checker is not done yet. */
  complete: boolean;
}

/** What came of asking a checker. */
export type Asked =
  | { kind: "answered"; opinion: Opinion }
  | { kind: "off" }
  /** It does not know the token. */
  | { kind: "unknown" }
  /** `why` is a clause. */
  | { kind: "missing"; why: string };
