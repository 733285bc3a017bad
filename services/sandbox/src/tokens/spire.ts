import { plainToken } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Two wallets trade with each other through the pool, others follow, one of the two sells everything. */
export const spire: Scenario = {
  symbol: "SPIRE",
  chain_id: "8453",
  note: "A plain token, renounced, pool shares burned; two accounts buy and sell it in turns, others follow, and one of the two sells out.",
  talk: "pump_campaign",
  code: plainToken("Spirelight", "SPIRE"),
  play: async function* play({ addLiquidity, burnLiquidity, asOwner, buy, sell }) {
    await addLiquidity("600000", "60");
    await burnLiquidity();
    await asOwner("renounceOwnership()");
    for (let trader = 3; trader <= 10; trader++) {
      yield 5 * HOUR;
      await buy(trader, "0.4");
    }
    yield 4 * HOUR;
    for (let round = 0; round < 6; round++) {
      await buy(1, "18");
      await buy(2, "8");
      yield 0.1 * HOUR;
      await sell(1, 70);
      await sell(2, 70);
      yield 0.1 * HOUR;
    }
    for (let trader = 11; trader <= 15; trader++) {
      yield 0.1 * HOUR;
      await buy(trader, "1.5");
    }
    for (let trader = 3; trader <= 7; trader++) await sell(trader, 50);
    yield 0.2 * HOUR;
    await sell(1, 100);
    yield 0.5 * HOUR;
    await sell(12, 100);
  },
};
