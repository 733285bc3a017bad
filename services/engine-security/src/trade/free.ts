import type { TradeFacts } from "../facts.ts";
import { ENOUGH_HOLDERS } from "./judge.ts";

const TAXED_BPS = 100;

/** Everybody who was asked can sell, now and later, and it costs nothing. */
export function isFree(trade: TradeFacts | undefined): boolean {
  if (trade?.selling.kind !== "agreed" || trade.selling.pattern !== "always") return false;
  const { holders, tax } = trade;
  const sold = holders !== undefined && holders.asked >= ENOUGH_HOLDERS && holders.sold === holders.asked;
  return sold && tax?.confirmed === true && tax.buyBps < TAXED_BPS && (tax.sellBps ?? TAXED_BPS) < TAXED_BPS;
}
