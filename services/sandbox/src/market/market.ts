import type { WorldToken } from "../world.ts";
import { type DexPair, dexPair } from "./dex-pair.ts";
import type { History } from "./history.ts";
import { type Pool, readHistory } from "./pool-history.ts";
import { seededHistory } from "./seeded-history.ts";

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

/** The market of `world`: EVM tokens from their pools' own logs, the others from a seed. */
export function openMarket(world: readonly WorldToken[], pools: readonly Pool[], now: () => number): Market {
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  let kept: { at: number; traded: Promise<Traded[]> } | undefined;
  const read = async (token: WorldToken): Promise<Traded[]> => {
    const { chain_id, contract_address } = token;
    const pool = pools.find((one) => one.chain_id === chain_id && same(one.token, contract_address));
    if (!pool && chain_id !== "solana") return [];
    const history = pool ? await readHistory(pool) : seededHistory(token, now());
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
