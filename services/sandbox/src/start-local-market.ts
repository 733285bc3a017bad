import type { Example } from "@token-sentiment/contract";
import { marketProviders } from "./market/market-providers.ts";
import { startPaymentChain } from "./payments/start-payment-chain.ts";
import { paymentChain } from "./payments/usdc.ts";
import { socialProviders } from "./social/social-providers.ts";
import { startSolana } from "./solana/start-solana.ts";
import { startSandbox } from "./start-sandbox.ts";
import { nodeProvider } from "./web/node-provider.ts";
import { startWeb } from "./web/start-web.ts";

/** Everything that engines talk to, on loopback. */
export interface LocalMarket extends AsyncDisposable {
  /** Tokens to try, as `GET /api/examples` answers them. */
  examples: Example[];
  /** JSON-RPC of chain 1. */
  rpcUrl: string;
  /** Base URL of a provider: `dexscreener`, `solana`, `evm-56`; of the payment chain `evm-84532`, of its facilitator `x402`. */
  urlOf: (provider: string) => string;
  /** Settles with a sentence when a node is gone. */
  ended: Promise<string>;
}

/** Ports; 0 or nothing = any free one. */
export interface LocalMarketOptions {
  evmPort?: number;
  webPort?: number;
  /** Where the payment chain is kept over restarts; nothing = nowhere. */
  paymentsFile?: string | undefined;
}

/** Starts the chains with their tokens and the one to pay on, and every provider about all of them on one port. */
export async function startLocalMarket({ evmPort = 0, webPort = 0, paymentsFile }: LocalMarketOptions = {}): Promise<LocalMarket> {
  await using stack = new AsyncDisposableStack();
  const solana = stack.use(await startSolana());
  const payments = stack.use(await startPaymentChain(paymentsFile));
  const evm = stack.use(await startSandbox({ port: evmPort, chains: ["1", "56", "8453"] }));
  const now = () => Date.now();
  const world = [...evm.world, ...solana.world];
  const providers = [
    ...Object.entries(evm.rpcUrls).map(([chain, url]) => nodeProvider(`evm-${chain}`, url)),
    nodeProvider(`evm-${paymentChain.id}`, payments.rpcUrl),
    payments.facilitator,
    solana.provider,
    solana.rugcheck,
    solana.goplus,
    ...marketProviders(world, [...evm.pools, ...solana.pools], now),
    ...socialProviders(world, now),
  ];
  const web = stack.use(await startWeb(providers, webPort));
  const started = stack.move();
  return {
    examples: world.map(({ coin_symbol, contract_address, chain_id, note }) => ({ coin_symbol, contract_address, chain_id, note })),
    rpcUrl: evm.rpcUrl,
    urlOf: web.urlOf,
    ended: Promise.race([evm.ended, payments.ended]),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
