import { liquidityRules } from "./liquidity-rules.ts";
import { priceRules } from "./price-rules.ts";
import { sellerRules } from "./seller-rules.ts";
import { unknownRules } from "./unknown-rules.ts";

/** Everything the on-chain engine has to say, in the order in which it says it. */
export const rules = [...unknownRules, ...liquidityRules, ...priceRules, ...sellerRules];
