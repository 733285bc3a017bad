import { contractCode } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** A sale goes through within three blocks of the purchase, and never after. */
export const latch: Scenario = {
  symbol: "LATCH",
  chain_id: "1",
  note: "A holder can sell within three blocks of buying; from the fourth block on the pool refuses.",
  talk: "organic",
  code: contractCode("LatchToken"),
  play: async function* play({ pair, addLiquidity, asOwner, buy, sell }) {
    yield 34 * HOUR;
    await asOwner("setPool(address)", pair);
    await addLiquidity("500000", "100");
    for (let trader = 1; trader <= 10; trader++) {
      yield 1.25 * HOUR;
      await buy(trader, `${0.75 + trader / 5}`);
      if (trader % 3 === 0) await sell(trader, 50);
    }
  },
};
