import { coverageRules } from "./coverage-rules.ts";
import { extensionRules } from "./extension-rules.ts";
import { feeRules } from "./fee-rules.ts";
import { holderRules } from "./holder-rules.ts";
import { insteadOfChainRules } from "./instead-of-chain-rules.ts";
import { launchRules } from "./launch-rules.ts";
import { marketRules } from "./market-rules.ts";
import { metadataRules } from "./metadata-rules.ts";
import { mintRules } from "./mint-rules.ts";
import { rugcheckRules } from "./rugcheck-rules.ts";
import { simulationRules } from "./simulation-rules.ts";
import { sybilRules } from "./sybil-rules.ts";

/** Everything the Solana engine has to say, in the order in which it says it. */
export const rules = [
  ...coverageRules,
  ...mintRules,
  ...extensionRules,
  ...feeRules,
  ...simulationRules,
  ...metadataRules,
  ...launchRules,
  ...marketRules,
  ...holderRules,
  ...sybilRules,
  ...insteadOfChainRules,
  ...rugcheckRules,
];
