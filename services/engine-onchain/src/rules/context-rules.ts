import { rule } from "@token-sentiment/engine";
import { deepestOf, isTooSmall } from "../depth.ts";
import type { Facts } from "../facts.ts";
import { coins, percent, round, silent } from "./wording.ts";

/** What limits everything else that is said: no contract, a pool too small to judge, trades that nobody reads. */
export const contextRules = [
  rule<Facts>(
    "no_code",
    { label: "ON-CHAIN", status: "unknown", source: "eth_getCode" },
    ({ snapshot }) => snapshot.code === "0x",
    () => "there is no contract at this address: nothing on chain could be read",
    silent,
  ),
  rule<Facts>(
    "small_pool",
    {
      label: "ON-CHAIN",
      status: "inconclusive",
      source: "getReserves",
      values: (facts) => ({ deepest: round(deepestOf(facts)), pool: facts.pool?.pair ?? "" }),
    },
    isTooSmall,
    (facts) => `the pool is too small to judge: ${coins(deepestOf(facts), facts)} at its deepest`,
    silent,
  ),
  rule<Facts>(
    "unread_v4",
    { label: "ON-CHAIN", status: "unknown", source: "balanceOf", values: ({ unread }) => ({ supply_share: round(unread.v4 ?? 0) }) },
    ({ unread }) => (unread.v4 ?? 0) > 0,
    ({ unread }) => `Uniswap V4 pools hold ${percent(unread.v4 ?? 0)} of the supply; their trades are not read`,
    silent,
  ),
  rule<Facts>(
    "unread_stable",
    { label: "ON-CHAIN", status: "unknown", source: "getPool" },
    ({ unread }) => unread.stable,
    () => "it has a pool with a stable curve, whose price no reserves tell; its trades are not read",
    silent,
  ),
];
