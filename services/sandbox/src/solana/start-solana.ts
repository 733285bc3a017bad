import type { ListedPool } from "../market/seeded-history.ts";
import type { Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { goplusSolana } from "./goplus.ts";
import { solanaRpc } from "./json-rpc.ts";
import { type Listing, listToken } from "./listing.ts";
import { solanaTokens } from "./mints.ts";
import { rugcheck } from "./rugcheck.ts";
import { openSvmLedger, type SvmLedger } from "./svm-ledger.ts";

/** The Solana of the sandbox: real mint accounts, and who answers questions about them. */
export interface SandboxSolana extends AsyncDisposable {
  /** JSON-RPC over POST. */
  provider: Provider;
  rugcheck: Provider;
  /** The Solana half of GoPlus. */
  goplus: Provider;
  world: WorldToken[];
  /** The pools of those that have one. */
  pools: ListedPool[];
}

/** The tokens on their ledger. */
export interface MintedSolana {
  ledger: SvmLedger;
  listings: Listing[];
}

/** Makes the Solana tokens of the sandbox, half a second of work; the same table gives the same addresses. */
export async function mintSolana(): Promise<MintedSolana> {
  const ledger = await openSvmLedger();
  const listings = [];
  for (const token of solanaTokens) listings.push(await listToken(ledger, token, await token.create(ledger)));
  return { ledger, listings };
}

/** Starts those who answer about the tokens, with counts of their own; they only read what was `minted`. */
export async function startSolana(now: () => number = Date.now, minted?: MintedSolana): Promise<SandboxSolana> {
  const { ledger, listings } = minted ?? (await mintSolana());
  return {
    provider: solanaRpc(ledger),
    rugcheck: rugcheck(listings, now),
    goplus: goplusSolana(listings),
    world: listings.map(({ mint, token: { symbol, note, talk } }) => ({
      coin_symbol: symbol,
      contract_address: mint,
      chain_id: "solana",
      note,
      talk,
    })),
    pools: listings
      .filter(({ token }) => token.checked.indexed)
      .map(({ mint, pool, token: { priceUsd, checked } }) => ({
        chain_id: "solana" as const,
        token: mint,
        pair: pool,
        priceUsd,
        liquidityUsd: checked.liquidityUsd,
      })),
    // the ledger lives in this process and holds no handle
    [Symbol.asyncDispose]: async () => undefined,
  };
}
