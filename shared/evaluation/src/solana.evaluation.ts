import type { Evaluation } from "./evaluation.ts";
import { evaluateSolrpds } from "./solana/solrpds.ts";

/** The Solana engine's thresholds on what SolRPDS recorded of pools. */
export const evaluation: Evaluation = {
  title: "liquidity added and removed, against SolRPDS's label, which is inactivity and no proof of a rug",
  datasets: ["solrpds"],
  async run(input) {
    const folder = input.dataset("solrpds");
    if (folder !== undefined) await evaluateSolrpds(folder, input);
  },
};
