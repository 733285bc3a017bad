import type { ChainId } from "@token-sentiment/contract";
import { jsonOf } from "../payments/bounded-json.ts";
import { bodyOf } from "../submission.ts";

const chains = new Map<string, ChainId>(
  Object.entries({
    "1": "1",
    ethereum: "1",
    eth: "1",
    "56": "56",
    bsc: "56",
    bnb: "56",
    "8453": "8453",
    base: "8453",
    solana: "solana",
    sol: "solana",
  } as const),
);

/** Ends in what a symbol ends in: the dot after it is the sentence's. */
const TOKEN =
  /^\$([A-Za-z0-9](?:[A-Za-z0-9._-]{0,18}[A-Za-z0-9])?)(?: (0x[0-9A-Fa-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}))?(?: on ([A-Za-z0-9]{1,16}))?$/;
/** `$20`, `$1.5k`, `$10M`: money. */
const AMOUNT = /^[\d._-]+[kmbt]?$/i;

/** What is answered to a text that names no token. */
export const ASK =
  'Which token? Write "$PEPE", "$PEPE on base" or "$PEPE 0x6982508145454ce325ddbe47a25d4ec3d2311933 on ethereum" (chains: ethereum, bsc, base, solana), or send a data part {"coin_symbol": "PEPE", "contract_address": "0x...", "chain_id": "1"}.';

/**
 * A text as a request: `$SYMBOL`, `$SYMBOL ADDRESS`, `$SYMBOL on CHAIN` or `$SYMBOL ADDRESS on CHAIN`, or the object of a data part as JSON.
 * Undefined for anything else: without the `$` a word may be any ("thoughts on sol"), and an analysis costs.
 */
export function requestInText(text: string): Record<string, unknown> | undefined {
  const asked = text.trim();
  if (asked.startsWith("{")) {
    const json = jsonOf(asked);
    return json === undefined ? undefined : bodyOf(json);
  }
  const [, symbol, address, onChain] = TOKEN.exec(asked.replaceAll(/\s+/g, " ")) ?? [];
  if (symbol === undefined || AMOUNT.test(symbol)) return undefined;
  const chain = onChain === undefined ? undefined : chains.get(onChain.toLowerCase());
  if (onChain !== undefined && chain === undefined) return undefined;
  return {
    coin_symbol: symbol,
    ...(address === undefined ? {} : { contract_address: address }),
    ...(chain === undefined ? {} : { chain_id: chain }),
  };
}
