import type { Hex } from "viem";
import type { Ledger } from "./ledger.ts";
import { openStage, type Stage } from "./stage.ts";
import type { EvmChain } from "./uniswap.ts";
import type { Talk } from "./world.ts";

/** One token and the people who trade it. */
export interface Scenario {
  symbol: string;
  /** Where it lives. */
  chain_id: EvmChain;
  /** What was deployed, in a sentence for people; no verdict. */
  note: string;
  /** What is said about it. */
  talk: Talk;
  /** What is deployed: constructor code, with its arguments. */
  code: Hex;
  /** What happens, in order; each `yield` lets that many seconds pass, in which the other scenarios go on. */
  play: (stage: Stage) => AsyncGenerator<number, void>;
}

/** A scenario that has been played. */
export interface Played extends Stage {
  scenario: Scenario;
}

/** Plays scenarios side by side on one chain, always the one whose time has come first. The same table gives the same chain. */
export async function playAll(ledger: Ledger, scenarios: readonly Scenario[]): Promise<Played[]> {
  const played: Played[] = [];
  const running: { at: number; steps: AsyncGenerator<number, void> }[] = [];
  for (const scenario of scenarios) {
    const stage = await openStage(ledger, scenario);
    played.push({ ...stage, scenario });
    running.push({ at: 0, steps: scenario.play(stage) });
  }
  for (let now = 0; running.length > 0;) {
    const next = running.reduce((first, other) => (other.at < first.at ? other : first));
    ledger.pass(next.at - now);
    now = next.at;
    const step = await next.steps.next();
    if (step.done) running.splice(running.indexOf(next), 1);
    else next.at += step.value;
  }
  return played;
}
