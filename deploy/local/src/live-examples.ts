import { rename, writeFile } from "node:fs/promises";
import type { Example } from "@token-sentiment/contract";

/** Tokens that are widely known, one or two a chain. */
const examples: readonly Example[] = [
  { coin_symbol: "PEPE", chain_id: "1", contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933", note: "A meme coin on Ethereum." },
  {
    coin_symbol: "LINK",
    chain_id: "1",
    contract_address: "0x514910771af9ca656af840dff83e8264ecf986ca",
    note: "The token of the Chainlink oracles, on Ethereum.",
  },
  {
    coin_symbol: "CAKE",
    chain_id: "56",
    contract_address: "0x0e09fabb73bd3ade0a17ecc321fd13a19e81ce82",
    note: "The token of PancakeSwap, on BNB Smart Chain.",
  },
  {
    coin_symbol: "AERO",
    chain_id: "8453",
    contract_address: "0x940181a94a35a4569e4529a3cdfb74e38fd98631",
    note: "The token of the exchange Aerodrome, on Base.",
  },
  {
    coin_symbol: "BONK",
    chain_id: "solana",
    contract_address: "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263",
    note: "A meme coin on Solana.",
  },
];

/** Writes the tokens to try where no sandbox does: whole or not at all, for the gateway may read at any moment. */
export async function writeLiveExamples(file: string): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(examples, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}
