import { sameAddress } from "./dex-pairs.ts";

/** Coins that stand for one US dollar, where their issuer or its bridge put them. A symbol is anybody's; these contracts are not. */
const contracts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  USDT: {
    "1": "0xdac17f958d2ee523a2206206994597c13d831ec7",
    "56": "0x55d398326f99059ff775485246999027b3197955",
    "8453": "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2",
    solana: "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB",
  },
  USDC: {
    "1": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
    "56": "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d",
    "8453": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    solana: "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
  },
  DAI: {
    "1": "0x6b175474e89094c44da98b954eedeac495271d0f",
    "56": "0x1af3f329e8be154074d8769d1ffa4ee058b1dbc3",
    "8453": "0x50c5725949a6f0c72e6c4a641f24049a917db0cb",
  },
  FDUSD: { "1": "0xc5f0f7b66764f6ec8c8dff7ba683102295e16409", "56": "0xc5f0f7b66764f6ec8c8dff7ba683102295e16409" },
  PYUSD: { "1": "0x6c3ea9036406852006290770bedfcaba0e23a0e8", solana: "2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo" },
  USDE: { "1": "0x4c9edd5852cd905f086c759e8383e09bff1e68b3" },
};

/** The contract of a stable coin on a chain, in lower case on EVM chains; undefined for every other symbol. */
export const stableContract = (chain: string, symbol: string): string | undefined =>
  Object.hasOwn(contracts, symbol) ? contracts[symbol]?.[chain] : undefined;

/** The symbol of the stable coin that a contract is; undefined when it is none of them, whatever it calls itself. */
export const stableCoin = (chain: string, address: string): string | undefined =>
  Object.keys(contracts).find((symbol) => sameAddress(chain, contracts[symbol]?.[chain] ?? "", address));
