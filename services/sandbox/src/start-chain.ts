import { type Address, numberToHex } from "viem";
import { openLedger } from "./ledger.ts";
import { playAll, type Played, type Scenario } from "./scenario.ts";
import { startAnvil } from "./start-anvil.ts";
import { type EvmChain, installUniswap } from "./uniswap.ts";

/** One chain of the sandbox, its history played. Disposing ends its node. */
export interface RunningChain extends AsyncDisposable {
  chain_id: EvmChain;
  rpcUrl: string;
  accounts: Address[];
  played: Played[];
  /** Settles with a sentence when the node is gone. */
  ended: Promise<string>;
}

export interface ChainOptions {
  /** 0 = any free one. */
  port: number;
  /** When the history ends, epoch seconds. */
  end: number;
  scenarios: readonly Scenario[];
}

const ACCOUNTS = 25;
/** The scenarios take less than this; the rest is the quiet before the last block. */
const HISTORY_SECONDS = 48 * 3600;

/** Starts a real EVM node of that chain, puts the exchange where it is there, deploys the tokens and plays their history. */
export async function startChain(chain_id: EvmChain, { port, end, scenarios }: ChainOptions): Promise<RunningChain> {
  await using stack = new AsyncDisposableStack();
  const genesisTime = end - HISTORY_SECONDS;
  const anvil = stack.use(await startAnvil({ chainId: Number(chain_id), port, genesisTime, accounts: ACCOUNTS }));
  const ledger = await openLedger(anvil.rpcUrl, genesisTime);
  // the same contract of the same deployer would else have one address on every chain
  if (chain_id !== "1") await ledger.request("anvil_setNonce", [ledger.owner, numberToHex(Number(chain_id))]);
  await installUniswap(ledger, chain_id);
  const played = await playAll(ledger, scenarios);
  await ledger.close(end);
  const started = stack.move();
  return {
    chain_id,
    rpcUrl: anvil.rpcUrl,
    accounts: ledger.accounts,
    played,
    ended: anvil.ended,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
