import type { Market } from "./market.ts";
import { chainOf } from "./dex-pair.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What was paid for a token, as DexScreener tells it: for one that is being pumped advertisements and boosts, for those with talk of their own a profile. */
export function ordersOf({ world, now }: Market, { chain, address }: { chain: string; address: string }) {
  const same = (contract: string): boolean =>
    chain === "solana" ? contract === address : contract.toLowerCase() === address.toLowerCase();
  const token = world.find(({ chain_id, contract_address }) => chainOf(chain_id) === chain && same(contract_address));
  const of = { chainId: chain, tokenAddress: address };
  const profile = { ...of, type: "tokenProfile", status: "approved", paymentTimestamp: now() - 60 * DAY };
  const spontaneous = token?.talk === "organic" || token?.talk === "fud_campaign";
  if (token?.talk !== "pump_campaign") return { orders: spontaneous ? [profile] : [], boosts: [] };
  return {
    orders: [
      profile,
      { ...of, type: "tokenAd", status: "approved", paymentTimestamp: now() - 30 * HOUR },
      { ...of, type: "tokenAd", status: "cancelled", paymentTimestamp: now() - 50 * HOUR },
    ],
    boosts: [10, 30].map((amount) => ({ ...of, id: `boost${amount}`, amount, paymentTimestamp: now() - 20 * HOUR - amount })),
  };
}
