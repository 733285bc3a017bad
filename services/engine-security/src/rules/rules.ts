import { abuseRules } from "./abuse-rules.ts";
import { codeRules } from "./code-rules.ts";
import { deployerRules } from "./deployer-rules.ts";
import { coverageRules } from "./coverage-rules.ts";
import { holderRules } from "./holder-rules.ts";
import { limitRules } from "./limit-rules.ts";
import { ownerRules } from "./owner-rules.ts";
import { allPowerRules } from "./power-rules.ts";
import { sellingRules } from "./selling-rules.ts";
import { stateRules } from "./state-rules.ts";
import { taxRules } from "./tax-rules.ts";

/** Everything the security engine has to say, in the order in which it says it. */
export const rules = [
  ...codeRules,
  ...coverageRules,
  ...sellingRules,
  ...holderRules,
  ...limitRules,
  ...taxRules,
  ...allPowerRules,
  ...abuseRules,
  ...stateRules,
  ...ownerRules,
  ...deployerRules,
];
