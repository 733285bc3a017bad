import type { Example } from "@token-sentiment/contract";
import type { Address } from "viem";
import { openLedger } from "./ledger.ts";
import { playAll, type Scenario } from "./scenario.ts";
import { scenarios as table } from "./scenarios.ts";
import { startAnvil } from "./start-anvil.ts";
import { installUniswap } from "./uniswap.ts";

/** One token of the sandbox and its pool against WETH. */
export interface SandboxToken {
  symbol: string;
  address: Address;
  pair: Address;
}

/** A running local market. Disposing ends its node. */
export interface Sandbox extends AsyncDisposable {
  /** JSON-RPC of chain 1, on loopback. */
  rpcUrl: string;
  /** Tokens to try, as `GET /api/examples` answers them. */
  examples: Example[];
  /** The accounts of the fixed mnemonic; the node signs for them. 0 owns the tokens, 1 and up trade. */
  accounts: Address[];
  tokens: Record<string, SandboxToken>;
  /** Process id of the node's keeper. */
  pid: number;
  /** Settles with a sentence when the node is gone. */
  ended: Promise<string>;
}

export interface SandboxOptions {
  /** Port of the node; 0 or nothing = any free one. */
  port?: number;
  /** When the history ends, epoch ms; default: now. The head stays there: the node mines no block unasked. */
  endsAt?: number;
  /** Which tokens there are; default: the whole table. */
  scenarios?: readonly Scenario[];
}

const CHAIN_ID = 1;
const ACCOUNTS = 20;
/** The scenarios take less than this; the rest is the quiet before the last block. */
const HISTORY_SECONDS = 3 * 24 * 3600;

/** Starts a real EVM node, puts Uniswap V2 where it is on Ethereum, deploys the tokens of the table and plays their history. */
export async function startSandbox({ port = 0, endsAt = Date.now(), scenarios = table }: SandboxOptions = {}): Promise<Sandbox> {
  await using stack = new AsyncDisposableStack();
  const end = Math.floor(endsAt / 1000);
  const genesisTime = end - HISTORY_SECONDS;
  const anvil = stack.use(await startAnvil({ chainId: CHAIN_ID, port, genesisTime, accounts: ACCOUNTS }));
  const ledger = await openLedger(anvil.rpcUrl, genesisTime);
  await installUniswap(ledger);
  const played = await playAll(ledger, scenarios);
  await ledger.close(end);
  const started = stack.move();
  return {
    rpcUrl: anvil.rpcUrl,
    examples: played.map(({ scenario, token }) => ({
      coin_symbol: scenario.symbol,
      contract_address: token,
      chain_id: `${CHAIN_ID}`,
      note: scenario.note,
    })),
    accounts: ledger.accounts,
    tokens: Object.fromEntries(played.map(({ scenario: { symbol }, token, pair }) => [symbol, { symbol, address: token, pair }])),
    pid: anvil.pid,
    ended: anvil.ended,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
