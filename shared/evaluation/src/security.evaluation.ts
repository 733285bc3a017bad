import type { Evaluation } from "./evaluation.ts";
import { judgeAll } from "./security/judge-all.ts";
import { openCompilers } from "./security/open-compilers.ts";
import { readKnownGood, readRugPulls } from "./security/read-samples.ts";
import { reportKnownGood } from "./security/report-known-good.ts";
import { reportRugPulls } from "./security/report-rug-pulls.ts";

/** The security engine against contracts that people labelled by hand, and against tokens that are known to be good. */
export const evaluation: Evaluation = {
  title:
    "labelled rug pulls and known-good tokens, compiled, deployed and traded on a chain of their own, against what the security engine proves",
  datasets: ["crpwarner_rugpull", "clean_erc20"],
  run: async ({ dataset, say, progress }) => {
    const [rugs, good] = [dataset("crpwarner_rugpull"), dataset("clean_erc20")];
    const samples = [...(rugs ? await readRugPulls(rugs) : []), ...(good ? await readKnownGood(good) : [])];
    if (samples.length === 0) return say("nothing to evaluate: the folders have no groundtruth/labels.csv and no labels.csv");
    const judgements = await judgeAll(await openCompilers(progress), samples, progress);
    reportRugPulls(
      judgements.filter(({ sample }) => sample.truth !== undefined),
      say,
    );
    reportKnownGood(
      judgements.filter(({ sample }) => sample.truth === undefined),
      say,
    );
  },
};
