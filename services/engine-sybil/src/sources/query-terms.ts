import type { TokenInput } from "@token-sentiment/engine";
import { skeleton } from "../text/skeleton.ts";

/** How posts about a token are found, and told from others. */
export interface QueryTerms {
  /** Upper case, without `$`; undefined when the symbol cannot be a tag. */
  tag: string | undefined;
  contract: string | undefined;
  /** Names the token's tag or its contract. */
  names(text: string): boolean;
  /** Names it, or at least speaks of crypto: for places that are searched by an ordinary word. */
  mayMean(text: string): boolean;
}

const CRYPTO = /\b(?:crypto\w*|tokens?|altcoins?|coins?|defi|blockchain|ethereum|eth|solana|base chain|bnb|dex|uniswap|memecoins?)\b/i;

/** The terms of a token; the contract as given, compared without case when it is hex. */
export function queryTerms({ coin_symbol, contract_address }: Pick<TokenInput, "coin_symbol" | "contract_address">): QueryTerms {
  const tag = /^[A-Z0-9]{1,15}$/.test(coin_symbol) && /[A-Z]/.test(coin_symbol) ? coin_symbol : undefined;
  const cashtag = tag === undefined ? undefined : new RegExp(`\\$${tag}(?:\\.X)?(?!\\w)`, "i");
  const contract = contract_address?.startsWith("0x") === true ? contract_address.toLowerCase() : contract_address;
  const hasContract = (text: string): boolean =>
    contract !== undefined && (contract.startsWith("0x") ? text.toLowerCase() : text).includes(contract);
  const names = (text: string): boolean => cashtag?.test(skeleton(text)) === true || hasContract(text);
  return { tag, contract, names, mayMean: (text) => names(text) || CRYPTO.test(skeleton(text)) };
}
