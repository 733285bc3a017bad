import type { ChainId } from "@token-sentiment/client";

/** The chains, as people call them. */
export const chains: readonly { id: ChainId; name: string }[] = [
  { id: "1", name: "Ethereum" },
  { id: "56", name: "BNB Smart Chain" },
  { id: "8453", name: "Base" },
  { id: "solana", name: "Solana" },
];

export const isChain = (text: string): text is ChainId => chains.some(({ id }) => id === text);

/** A chain's name. */
export const chainName = (id: string): string => chains.find((chain) => chain.id === id)?.name ?? id;

/** What an address says about its chain: an EVM address fits three chains, so the chosen one of them stays. */
export type Detected = { kind: "none" } | { kind: "evm" } | { kind: "solana" } | { kind: "unfit"; problem: string };

/** Reads the kind of chain off an address; whether it has a checksum that fits is the service's to say. */
export function detectChain(address: string): Detected {
  const text = address.trim();
  if (text === "") return { kind: "none" };
  if (/^0x[0-9a-fA-F]{40}$/.test(text)) return { kind: "evm" };
  if (/^0x/i.test(text))
    return {
      kind: "unfit",
      problem: `An address on an EVM chain is 0x and 40 hex digits; this has ${text.length - 2} characters after 0x.`,
    };
  if (/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return { kind: "solana" };
  return { kind: "unfit", problem: "This is neither 0x and 40 hex digits nor an address on Solana." };
}
