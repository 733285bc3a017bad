import { contractCode } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Fees that the owner sets, minting and barring of accounts; still in the owner's hands. */
export const toll: Scenario = {
  symbol: "TOLL",
  chain_id: "1",
  note: "Takes 5 % of a purchase and 30 % of a sale; its owner can mint, bar accounts and change both fees.",
  talk: "none",
  code: contractCode("TollToken"),
  play: async function* play({ pair, addLiquidity, asOwner, buy, sell }) {
    yield 33 * HOUR;
    await asOwner("setPool(address)", pair);
    await addLiquidity("500000", "120");
    for (let trader = 5; trader <= 12; trader++) {
      yield HOUR;
      await buy(trader, `${1 + (trader % 3)}`);
    }
    for (let trader = 6; trader <= 10; trader += 2) {
      yield 2 * HOUR;
      await sell(trader, 25);
    }
  },
};
