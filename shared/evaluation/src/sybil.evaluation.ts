import type { Evaluation, EvaluationInput } from "./evaluation.ts";
import { evaluateCoortweet } from "./sybil/coortweet.ts";
import { evaluateJanitr } from "./sybil/janitr.ts";
import { evaluateQut } from "./sybil/qut.ts";
import { evaluateStocktwits } from "./sybil/stocktwits.ts";
import { evaluateTelegram } from "./sybil/telegram.ts";

const parts: Record<string, (folder: string, input: EvaluationInput) => void> = {
  telegram_pump_channels: evaluateTelegram,
  janitr_x_posts: evaluateJanitr,
  stocktwits_crypto_2022: evaluateStocktwits,
  coortweet: evaluateCoortweet,
  qut_coordination_toolkit: evaluateQut,
};

/** The sybil engine: does it see campaigns, keep quiet about crowds, and count as the field's tools count? */
export const evaluation: Evaluation = {
  title: "posts around announced pumps, scam texts and ordinary talk, and the published outputs of two reference tools",
  datasets: Object.keys(parts),
  run: (input) => {
    for (const [name, evaluate] of Object.entries(parts)) {
      const folder = input.dataset(name);
      if (folder !== undefined) evaluate(folder, input);
    }
    return Promise.resolve();
  },
};
