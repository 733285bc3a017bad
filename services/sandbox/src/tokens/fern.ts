import { plainToken } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Plain, renounced, pool shares burned; bought by many, and sold in a fright by as many, each a part of what they hold. */
export const fern: Scenario = {
  symbol: "FERN",
  chain_id: "1",
  note: "A plain token, renounced, pool shares burned; 24 small accounts sell a part of theirs within hours, and some buy again.",
  talk: "fud_campaign",
  code: plainToken("Fernway", "FERN"),
  play: async function* play({ addLiquidity, burnLiquidity, asOwner, buy, sell }) {
    await addLiquidity("600000", "250");
    await burnLiquidity();
    await asOwner("renounceOwnership()");
    for (let trader = 1; trader <= 24; trader++) {
      yield 1.4 * HOUR;
      await buy(trader, `${2.5 + (trader % 4) / 2}`);
    }
    yield 5 * HOUR;
    for (let trader = 1; trader <= 24; trader++) {
      yield 0.2 * HOUR;
      await sell(trader, 45 + 5 * (trader % 4));
    }
    for (let trader = 3; trader <= 18; trader += 5) {
      yield 0.5 * HOUR;
      await buy(trader, "4");
    }
  },
};
