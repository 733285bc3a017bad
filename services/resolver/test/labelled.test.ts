import type { ChainId, Token } from "@token-sentiment/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BONK, DAI_ON_SOLANA, evm, startLabelledWorld, WIF } from "./labelled-world.ts";
import { openResolver } from "./open-resolver.ts";

let world: Awaited<ReturnType<typeof startLabelledWorld>>;
let resolver: Awaited<ReturnType<typeof openResolver>>;
beforeAll(async () => {
  world = await startLabelledWorld();
  resolver = await openResolver(world.urls);
});
afterAll(async () => {
  await resolver[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

type Expected = Pick<Token, "contract_address" | "source"> & Partial<Pick<Token, "ambiguous" | "native">> & { elsewhere?: string };
const major: Expected = { contract_address: undefined, source: "majors", native: true };
const stable = (contract_address: string): Expected => ({ contract_address, source: "stable coins" });
const listed = (contract_address: string, ambiguous = false): Expected => ({ contract_address, source: "coingecko", ambiguous });
const found = (contract_address: string, ambiguous = false): Expected => ({ contract_address, source: "dexscreener", ambiguous });
const none = (elsewhere?: string): Expected => ({
  contract_address: undefined,
  source: "coingecko and dexscreener",
  ...(elsewhere !== undefined && { elsewhere }),
});

const cases: readonly [symbol: string, chain: ChainId, why: string, expected: Expected][] = [
  ["BTC", "1", "a coin of its own chain, whatever is asked", major],
  ["ETH", "8453", "the native coin", major],
  ["SOL", "solana", "the native coin", major],
  ["BNB", "56", "the native coin", major],
  ["DOGE", "56", "a coin of its own chain: what bears its name here is a bridge's", major],
  ["USDT", "1", "its issuer's contract", stable("0xdac17f958d2ee523a2206206994597c13d831ec7")],
  ["USDT", "solana", "its issuer's contract", stable("Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB")],
  ["USDC", "1", "its issuer's, not the deeper and listed copies", stable("0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48")],
  ["USDC", "8453", "its issuer's contract", stable("0x833589fcd6edb6e08f4c7c32d4f71b54bda02913")],
  ["DAI", "56", "its bridge's contract", stable("0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3")],
  ["PYUSD", "solana", "its issuer's contract", stable("2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo")],
  ["DAI", "solana", "no issuer put it there, so it is searched like any", found(DAI_ON_SOLANA)],
  ["PEPE", "1", "listed; a copy is shallow, the fork's pools do not count", listed(evm(1))],
  ["PEPE", "56", "listed there under another contract", listed(evm(2))],
  [
    "PEPE",
    "8453",
    "not listed there: the one with a pool, and a far larger market elsewhere",
    { ...found(evm(61)), elsewhere: "pulsechain" },
  ],
  ["BABY", "1", "two are listed: the far better ranked", listed(evm(4))],
  ["PEER", "1", "two are listed and ranked alike", listed(evm(44), true)],
  ["GEM", "1", "two are listed without a rank: the deeper by far", listed(evm(6))],
  ["SHAD", "1", "listed, but a copy is deeper", listed(evm(7), true)],
  ["PLAIN", "1", "listed, and its copy is of no depth", listed(evm(9))],
  ["PLAIN", "8453", "listed on another chain only", none("1")],
  ["BROK", "1", "what is listed is no address", none()],
  ["BONK", "solana", "listed, without a pool", listed(BONK)],
  ["WSTETH", "1", "the list spells it in other letters", listed(evm(11))],
  ["WIF", "1", "its one large market is on Solana", none("solana")],
  ["WIF", "solana", "its own symbol bears a dollar sign", listed(WIF)],
  ["TWIN", "1", "two of like depth", found(evm(21), true)],
  ["LONE", "8453", "more than five times as deep as the next", found(evm(22))],
  ["PLS", "1", "it exists on a fork of the chain only", none("pulsechain")],
  ["ORCA", "1", "the same address on a fork comes first and is deeper", { ...found(evm(26)), elsewhere: "pulsechain" }],
  ["QUOT", "1", "it is only what others are paid in", none()],
  ["CAT", "1", "another symbol that begins alike", none()],
  ["DUST", "56", "its pool tells no depth", found(evm(29))],
  ["SO1", "solana", "what it is said to be is no address", none()],
  ["HUSH", "56", "its own symbol is no word that may be repeated", found(evm(30))],
  ["CASE", "1", "addresses are written in lower case", found(`0x${"ab".repeat(20)}`)],
  ["NOBODY", "1", "nobody knows it", none()],
];

test.for(cases)("%s on chain %s: %s", async ([symbol, chain, , { elsewhere, contract_address, ...expected }]) => {
  const { token } = await resolver.ask(symbol, chain);
  expect(token).toMatchObject({ coin_symbol: symbol, chain_id: chain, ambiguous: false, ...expected });
  expect(token?.contract_address).toBe(contract_address);
  if (contract_address !== undefined) expect(token?.candidates[0]).toMatchObject({ chain_id: chain, contract_address });
  const largest = token?.candidates.toSorted((a, b) => (b.liquidity_usd ?? 0) - (a.liquidity_usd ?? 0))[0];
  if (elsewhere !== undefined) expect(largest?.chain_id).toBe(elsewhere);
  expect(JSON.stringify(token)).not.toContain("HUSH\\n");
});
