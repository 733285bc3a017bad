import type { Example } from "@token-sentiment/contract";
import type { Address } from "viem";
import type { Pool } from "./market/pool-history.ts";
import type { Scenario } from "./scenario.ts";
import { scenarios as table } from "./scenarios.ts";
import { type RunningChain, startChain } from "./start-chain.ts";
import type { EvmChain } from "./uniswap.ts";
import type { WorldToken } from "./world.ts";

/** One token of the sandbox and its pool against the wrapped coin. */
export interface SandboxToken {
  symbol: string;
  chain_id: EvmChain;
  address: Address;
  pair: Address;
}

/** A running local market. Disposing ends its nodes. */
export interface Sandbox extends AsyncDisposable {
  /** JSON-RPC of the first chain, on loopback. */
  rpcUrl: string;
  /** JSON-RPC of every chain that was started. */
  rpcUrls: Partial<Record<EvmChain, string>>;
  /** Tokens to try, as `GET /api/examples` answers them. */
  examples: Example[];
  /** The same tokens, and what is said about them. */
  world: WorldToken[];
  /** Their pools: where their trades can be read. */
  pools: Pool[];
  /** The accounts of the fixed mnemonic, the same on every chain; the nodes sign for them. 0 owns the tokens, 1 and up trade. */
  accounts: Address[];
  tokens: Record<string, SandboxToken>;
  /** Settles with a sentence when a node is gone. */
  ended: Promise<string>;
}

export interface SandboxOptions {
  /** Port of the first chain's node, 0 or nothing = any free one; the other chains take any. */
  port?: number;
  /** When the history ends, epoch ms; default: now. The heads stay there: a node mines no block unasked. */
  endsAt?: number;
  /** Which chains there are, each with a node of its own; default: chain 1. */
  chains?: readonly EvmChain[];
  /** Which tokens there are, as far as their chains are; default: the whole table. */
  scenarios?: readonly Scenario[];
}

/** Starts the chains side by side and plays the history of each. Throws a sentence when one cannot be started; then none is left behind. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port = 0, endsAt = Date.now(), chains = ["1"], scenarios = table } = options;
  const end = Math.floor(endsAt / 1000);
  await using stack = new AsyncDisposableStack();
  const starting = chains.map(async (chain, index) =>
    startChain(chain, { port: index === 0 ? port : 0, end, scenarios: scenarios.filter(({ chain_id }) => chain_id === chain) }),
  );
  const settled = await Promise.allSettled(starting);
  const running: RunningChain[] = [];
  for (const outcome of settled) if (outcome.status === "fulfilled") running.push(stack.use(outcome.value));
  const failed = settled.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  const [first] = running;
  if (!first) throw new Error("a sandbox needs a chain");
  const started = stack.move();
  const played = running.flatMap(({ chain_id, rpcUrl, played: tokens }) => tokens.map((token) => ({ ...token, chain_id, rpcUrl })));
  const examples = played.map(({ scenario, token, chain_id }) => ({
    coin_symbol: scenario.symbol,
    contract_address: token,
    chain_id,
    note: scenario.note,
  }));
  return {
    rpcUrl: first.rpcUrl,
    rpcUrls: Object.fromEntries(running.map(({ chain_id, rpcUrl }) => [chain_id, rpcUrl])),
    examples,
    world: played.map(({ scenario: { symbol, note, talk }, token, chain_id }) => ({
      coin_symbol: symbol,
      contract_address: token,
      chain_id,
      note,
      talk,
    })),
    pools: played.map(({ chain_id, token, pair, rpcUrl }) => ({ chain_id, token, pair, rpcUrl })),
    accounts: first.accounts,
    tokens: Object.fromEntries(
      played.map(({ scenario: { symbol }, chain_id, token, pair }) => [symbol, { symbol, chain_id, address: token, pair }]),
    ),
    ended: Promise.race(running.map(({ ended }) => ended)),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
