import type { Evaluation } from "./evaluation.ts";
import { evaluatePumpTicks } from "./market/pump-ticks.ts";
import { evaluatePriceIncidents } from "./market/price-incidents.ts";

/** The market engine: does it see a pump begin, and does price alone tell a crash from a scare? */
export const evaluation: Evaluation = {
  title: "the market engine on recorded pumps and price incidents",
  datasets: ["pump_ticks_binance", "price_incidents"],
  async run(input) {
    const ticks = input.dataset("pump_ticks_binance");
    if (ticks !== undefined) await evaluatePumpTicks(ticks, input);
    const incidents = input.dataset("price_incidents");
    if (incidents !== undefined) await evaluatePriceIncidents(incidents, input);
  },
};
