import { chainOf } from "@token-sentiment/evm";
import { startSandbox } from "@token-sentiment/sandbox";
import type { Evaluation } from "./evaluation.ts";
import { knownGood, type Labelled, rugPulls } from "./security/labels.ts";
import { openJudge } from "./security/judge-token.ts";
import { type Judged, judgeAll } from "./security/judge-all.ts";
import { reportGood, reportRugs } from "./security/report.ts";

/** Labelled contracts, compiled or set in place on a local chain, traded, and judged by the security engine over RPC. */
export const evaluation: Evaluation = {
  title: "what the security engine proves of labelled rug pulls and of known-good tokens",
  datasets: ["crpwarner_rugpull", "clean_erc20"],
  run: async ({ dataset, say, progress }) => {
    await using sandbox = await startSandbox({ scenarios: [], chains: ["1", "56"], endsAt: Date.UTC(2026, 0, 1) });
    const urls = { "1": sandbox.rpcUrls["1"] ?? "", "56": sandbox.rpcUrls["56"] ?? "" };
    await using judge = await openJudge(urls);
    const [ethereum, bsc] = [chainOf("1"), chainOf("56")];
    if (!ethereum || !bsc) throw new Error("the chain table lacks a chain");
    const chains = { "1": ethereum, "56": bsc };
    const judged = async (all: readonly Labelled[]): Promise<Judged[]> =>
      judgeAll(all, { judge, urls, chains, accounts: sandbox.accounts, progress });
    const [rugs, good] = [dataset("crpwarner_rugpull"), dataset("clean_erc20")];
    if (rugs !== undefined) reportRugs(await judged(rugPulls(rugs)), say);
    if (good !== undefined) reportGood(await judged(knownGood(good)), say);
  },
};
