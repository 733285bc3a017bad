import { rule } from "@token-sentiment/engine";
import { deepestOf, isTooSmall } from "../depth.ts";
import type { Facts } from "../facts.ts";
import { coins, round, silent } from "./wording.ts";

/** In place of everything that a pool would say, when it is too small to judge. */
export const smallPoolRule = rule<Facts>(
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
);
