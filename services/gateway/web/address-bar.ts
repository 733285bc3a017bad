import { isChain } from "./chains.ts";
import type { ChainId } from "@token-sentiment/client";

/** What a link to this page says. */
export interface Linked {
  symbol: string;
  chain: ChainId;
  address: string;
  /** An analysis that there was. */
  job: string;
}

/** Reads a query string. */
export function readLink(search: string): Linked {
  const query = new URLSearchParams(search);
  const chain = query.get("chain") ?? "1";
  const text = (name: string): string => (query.get(name) ?? "").slice(0, 80);
  return { symbol: text("symbol"), chain: isChain(chain) ? chain : "1", address: text("address"), job: text("job") };
}

/** Writes one, leaving out what is empty. */
export function writeLink({ symbol, chain, address, job }: Linked): string {
  const query = new URLSearchParams({ symbol, chain });
  if (address !== "") query.set("address", address);
  if (job !== "") query.set("job", job);
  return `/?${query.toString()}`;
}
