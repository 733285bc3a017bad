export { marketProviders } from "./market/market-providers.ts";
export type { Pool } from "./market/pool-history.ts";
export type { Scenario } from "./scenario.ts";
export { type SandboxSolana, startSolana } from "./solana/start-solana.ts";
export { type LedgerMint, openSvmLedger, type SvmLedger } from "./solana/svm-ledger.ts";
export { type Sandbox, type SandboxOptions, type SandboxToken, startSandbox } from "./start-sandbox.ts";
export type { Answer, Call, Provider } from "./web/provider.ts";
export { startWeb, type Web } from "./web/start-web.ts";
export type { Talk, WorldToken } from "./world.ts";
