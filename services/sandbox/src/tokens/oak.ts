import { contractCode } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Plain, renounced, pool shares burned; bought and sold by many small hands. */
export const oak: Scenario = {
  symbol: "OAK",
  chain_id: "1",
  note: "A plain token: no fee, ownership renounced, pool shares burned, traded by twelve small accounts.",
  talk: "organic",
  code: contractCode("OakToken"),
  play: async function* play({ addLiquidity, burnLiquidity, asOwner, buy, sell }) {
    await addLiquidity("600000", "300");
    await burnLiquidity();
    await asOwner("renounceOwnership()");
    for (let trader = 1; trader <= 12; trader++) {
      yield 2 * HOUR;
      await buy(trader, `${(trader % 4) + 1}`);
    }
    for (let trader = 2; trader <= 12; trader += 2) {
      yield 3 * HOUR;
      await sell(trader, 15 + 5 * (trader % 3));
    }
    for (let trader = 1; trader <= 3; trader++) {
      yield HOUR;
      await buy(trader, "1.5");
    }
  },
};
