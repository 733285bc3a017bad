import { HexText } from "@token-sentiment/evm";
import { compileContracts } from "@token-sentiment/evm/compile";
import { type Sandbox, type Scenario, startSandbox } from "@token-sentiment/sandbox";
import type { Signal } from "@token-sentiment/contract";
import { type Opened, openSecurity } from "./analyze.ts";

/** What happens to a fixture before and after its market opens. */
export interface Life {
  contract: string;
  /** Called by the owner with the pool, before liquidity is added. */
  setup?: string;
  /** Called by the owner when all is traded. */
  finally?: (stage: Parameters<Scenario["play"]>[0]) => Promise<void>;
  /** Nobody buys: the market is closed to them. */
  nobodyBuys?: true;
}

/** Fixtures on a real node, and the engine in front of it. */
export interface Fixtures extends AsyncDisposable {
  sandbox: Sandbox;
  engine: Opened;
  analyze: (contract: string) => Promise<Signal[]>;
}

/** Compiles every contract of `folder` beside this file, deploys and trades those that are told of, and opens the engine. */
export async function stageFixtures(folder: string, lives: readonly Life[]): Promise<Fixtures> {
  const compiled = await compileContracts(new URL(`${folder}/`, import.meta.url));
  const scenarios = lives.map(({ contract, setup, finally: end, nobodyBuys }): Scenario => ({
    symbol: contract,
    chain_id: "1",
    talk: "none",
    note: "",
    code: HexText.parse(compiled.find((artifact) => artifact.contract === contract)?.bytecode),
    play: async function* play(stage) {
      if (setup !== undefined) await stage.asOwner(setup, ...(setup.endsWith("()") ? [] : [stage.pair]));
      await stage.addLiquidity("500000", "100");
      for (const trader of nobodyBuys ? [] : [1, 2, 3, 4, 5]) {
        yield 600;
        await stage.buy(trader, "1");
      }
      await end?.(stage);
    },
  }));
  await using stack = new AsyncDisposableStack();
  const sandbox = stack.use(await startSandbox({ scenarios }));
  const engine = stack.use(await openSecurity([sandbox.rpcUrl]));
  const started = stack.move();
  return {
    sandbox,
    engine,
    analyze: (contract) => engine.analyze(sandbox.tokens[contract]?.address ?? ""),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** The first line of that code. */
export const find = (signals: readonly Signal[], code: string) => signals.find((signal) => signal.code === code);
