import { plainToken } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Plain code; its owner sells all it holds, then takes nine tenths of the pool shares out. */
export const mire: Scenario = {
  symbol: "MIRE",
  chain_id: "56",
  note: "A plain token, still owned; its owner sold 300,000 of its million into the pool and then took 90 % of the pool shares out.",
  talk: "panic",
  code: plainToken("Miregold", "MIRE"),
  play: async function* play({ addLiquidity, removeLiquidity, buy, sell }) {
    await addLiquidity("700000", "200");
    for (let trader = 1; trader <= 14; trader++) {
      yield 3 * HOUR;
      await buy(trader, `${2 + (trader % 4)}`);
    }
    yield 2 * HOUR;
    await sell(0, 100);
    yield 0.2 * HOUR;
    await removeLiquidity(90);
    for (let trader = 2; trader <= 6; trader += 2) {
      yield 0.2 * HOUR;
      await sell(trader, 100);
    }
  },
};
