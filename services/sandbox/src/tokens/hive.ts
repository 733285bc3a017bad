import { contractCode } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Anyone buys, only the owner's keepers sell. */
export const hive: Scenario = {
  symbol: "HIVE",
  chain_id: "1",
  note: "Anyone can buy; only accounts that its owner allows can send to the pool.",
  talk: "panic",
  code: contractCode("HiveToken"),
  play: async function* play({ pair, addLiquidity, asOwner, buy, sell }) {
    yield 33 * HOUR;
    await asOwner("setHive(address)", pair);
    await addLiquidity("500000", "80");
    for (let trader = 3; trader <= 9; trader++) {
      yield 1.5 * HOUR;
      await buy(trader, `${0.5 + trader / 4}`);
    }
    yield HOUR;
    await sell(0, 5);
    yield 2 * HOUR;
    await buy(13, "2");
  },
};
