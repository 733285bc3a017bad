import { coverageRules } from "./coverage-rules.ts";
import { feeRules } from "./fee-rules.ts";
import { holderRules } from "./holder-rules.ts";
import { marketRules } from "./market-rules.ts";
import { mintRules } from "./mint-rules.ts";
import { rugcheckRules } from "./rugcheck-rules.ts";

/** Everything the Solana engine has to say, in the order in which it says it. */
export const rules = [...coverageRules, ...mintRules, ...feeRules, ...marketRules, ...holderRules, ...rugcheckRules];
