import { contractCode } from "../artifact.ts";
import type { Scenario } from "../scenario.ts";

const HOUR = 3600;

/** Renounced for all to see, and minted by a key in its private storage. */
export const veil: Scenario = {
  symbol: "VEIL",
  chain_id: "8453",
  note: "Ownership is renounced and pool shares are burned; an address in its private storage can still mint.",
  talk: "organic",
  code: contractCode("VeilToken"),
  play: async function* play({ addLiquidity, burnLiquidity, asOwner, buy, sell }) {
    await addLiquidity("600000", "90");
    await burnLiquidity();
    await asOwner("renounceOwnership()");
    for (let trader = 1; trader <= 12; trader++) {
      yield 2.5 * HOUR;
      await buy(trader, `${0.5 + (trader % 3) / 4}`);
    }
    for (let trader = 3; trader <= 12; trader += 3) {
      yield 3.5 * HOUR;
      await sell(trader, 30);
    }
  },
};
