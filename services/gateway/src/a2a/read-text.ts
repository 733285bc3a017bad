import type { ChainId } from "@token-sentiment/contract";

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

const TOKEN = /^(\$?)([A-Za-z0-9._-]{1,20})(?: (0x[0-9A-Fa-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44}))?(?: on ([A-Za-z0-9]{1,16}))?$/;

/** What is answered to a text that names no token. */
export const ASK =
  'Which token? Write "$PEPE", "PEPE on base" or "PEPE 0x6982508145454ce325ddbe47a25d4ec3d2311933 on ethereum" (chains: ethereum, bsc, base, solana), or send a data part {"coin_symbol": "PEPE", "contract_address": "0x...", "chain_id": "1"}.';

/**
 * A text as a request: `$SYMBOL`, `SYMBOL ADDRESS`, `SYMBOL on CHAIN` or `SYMBOL ADDRESS on CHAIN`. Undefined for anything else: a word alone may
 * be a greeting, and an analysis costs.
 */
export function requestInText(text: string): Record<string, string> | undefined {
  const [, dollar, symbol, address, onChain] = TOKEN.exec(text.trim().replaceAll(/\s+/g, " ")) ?? [];
  if (symbol === undefined || (dollar === "" && address === undefined && onChain === undefined)) return undefined;
  const chain = onChain === undefined ? undefined : chains.get(onChain.toLowerCase());
  if (onChain !== undefined && chain === undefined) return undefined;
  return {
    coin_symbol: symbol,
    ...(address === undefined ? {} : { contract_address: address }),
    ...(chain === undefined ? {} : { chain_id: chain }),
  };
}
