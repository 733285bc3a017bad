import type { WorldToken } from "../world.ts";
import { type DexPair, dexPair } from "./dex-pair.ts";
import type { History } from "./history.ts";
import { type Pool, readHistory } from "./pool-history.ts";
import { type ListedPool, seededHistory } from "./seeded-history.ts";

/** A pool and what happened in it. */
export interface Traded {
  token: WorldToken;
  history: History;
  pair: DexPair;
}

/** What all market providers know: one history, seen through each one's shapes. */
export interface Market {
  world: readonly WorldToken[];
  pools(): Promise<Traded[]>;
  /** Epoch ms. */
  now(): number;
}

/** Histories are read again after so long: nobody trades in between but whoever plays with the node. */
const KEPT_MS = 5000;

/** The market of `world`: EVM tokens from their pools' own logs, the others from a seed. A token without a pool has no market. */
export function openMarket(world: readonly WorldToken[], pools: readonly (Pool | ListedPool)[], now: () => number): Market {
  let kept: { at: number; traded: Promise<Traded[]> } | undefined;
  const read = async (token: WorldToken): Promise<Traded[]> => {
    const { chain_id, contract_address } = token;
    const pool = pools.find((one) => one.chain_id === chain_id && one.token.toLowerCase() === contract_address.toLowerCase());
    if (!pool) return [];
    const history = "rpcUrl" in pool ? await readHistory(pool) : seededHistory(token, pool, now());
    return [{ token, history, pair: dexPair(chain_id, history, now()) }];
  };
  return {
    world,
    now,
    pools() {
      if (!kept || Math.abs(now() - kept.at) > KEPT_MS) {
        const traded = Promise.all(world.map(read)).then((lists) => lists.flat());
        kept = { at: now(), traded };
        traded.catch(() => (kept = undefined));
      }
      return kept.traded;
    },
  };
}
