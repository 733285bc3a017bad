import { ageChecks } from "./age-rules.ts";
import { rulesOf } from "./check.ts";
import { contextRules } from "./context-rules.ts";
import { holderChecks } from "./holder-rules.ts";
import { liquidityChecks } from "./liquidity-rules.ts";
import { priceChecks } from "./price-rules.ts";
import { sellerChecks } from "./seller-rules.ts";
import { transferChecks } from "./transfer-rules.ts";

/** All checks of evm.md §6.2, each with one signal whatever is known. */
export const checks = [...liquidityChecks, ...priceChecks, ...sellerChecks, ...holderChecks, ...transferChecks, ...ageChecks];

/** Everything the on-chain engine has to say, in the order in which it says it. */
export const rules = [...contextRules, ...checks.flatMap(rulesOf)];
