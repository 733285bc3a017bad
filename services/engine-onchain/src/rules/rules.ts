import type { Rule } from "@token-sentiment/engine";
import { isTooSmall } from "../depth.ts";
import type { Facts } from "../facts.ts";
import { liquidityRules } from "./liquidity-rules.ts";
import { priceRules } from "./price-rules.ts";
import { sellerRules } from "./seller-rules.ts";
import { smallPoolRule } from "./small-pool-rule.ts";
import { unknownRules } from "./unknown-rules.ts";

/** Speaks only of a pool that is worth judging. */
const ofRealPool = (one: Rule<Facts>): Rule<Facts> => ({ ...one, when: (facts) => !isTooSmall(facts) && one.when(facts) });

/** Everything the on-chain engine has to say, in the order in which it says it. */
export const rules = [...unknownRules, smallPoolRule, ...[...liquidityRules, ...priceRules, ...sellerRules].map(ofRealPool)];
