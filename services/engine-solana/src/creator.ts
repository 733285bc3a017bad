import { isAddress } from "@solana/kit";
import type { Curve } from "./chain/curve.ts";
import type { Mint } from "./chain/mint.ts";
import type { Holder } from "./checkers/concentration.ts";
import { isIndexed, type Report } from "./checkers/report.ts";
import type { CreatorFacts, HolderSource } from "./facts.ts";

/** What is known about who made a token. */
export interface CreatorKnowledge {
  curve: Curve | undefined;
  report: Report | undefined;
  mint: Mint | undefined;
  holders: { list: readonly Holder[]; source: HolderSource } | undefined;
}

/** What the creator still holds: by the list of holders when they are on it, else by RugCheck; undefined when nobody knows. */
export function creatorOf({ curve, report, mint, holders }: CreatorKnowledge): CreatorFacts | undefined {
  const named = curve?.creator ?? report?.creator;
  if (named === undefined || !isAddress(named)) return undefined;
  const own = (holders?.list ?? []).filter(({ owner }) => owner === named);
  if (holders && own.length > 0) {
    return { address: named, percent: own.reduce((sum, { percent }) => sum + percent, 0), source: holders.source };
  }
  const creatorBalance = report?.creatorBalance;
  if (!report || !isIndexed(report) || report.creator !== named || creatorBalance === undefined || !mint || mint.supply === 0n)
    return undefined;
  return { address: named, percent: Math.min(100, (100 * creatorBalance) / Number(mint.supply)), source: "rugcheck" };
}
