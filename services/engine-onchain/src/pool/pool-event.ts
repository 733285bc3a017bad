/** An amount of the token and one of the coin, in their smallest units. */
export interface Amounts {
  token: bigint;
  coin: bigint;
}

/** Where in the chain something happened. */
export interface Moment {
  block: number;
  transaction: string;
}

/** The token's own word that some of it changed hands. Addresses are in lower case. */
export interface Transfer extends Moment {
  kind: "transfer";
  from: string;
  to: string;
  amount: bigint;
}

/** One event of a pool, its sides told apart. Addresses are in lower case. */
export type PoolEvent = Moment &
  (
    | { kind: "sync"; reserves: Amounts }
    | { kind: "swap"; in: Amounts; out: Amounts; to: string; /** Of a V3 pool, whose price no reserves tell. */ price?: Step }
    | { kind: "mint" | "burn"; amounts: Amounts }
    | { kind: "shares"; from: string; to: string; amount: bigint }
    | { kind: "delivery"; from: string; amount: bigint }
    | { kind: "born" }
    | { kind: "position"; change: "added" | "removed" | "collected"; account: string; amounts: Amounts }
  );

/** The price of a swap in wei for one of the token's smallest unit, before it (exact when it crossed no tick) and after it. */
export interface Step {
  before: number;
  after: number;
}

/** What a log is to us: the token's transfer, or an event of one of its pools. */
export type ChainEvent = Transfer | (PoolEvent & { pool: string });

/** The events of one pool, in the order of the chain: its own, and the token's deliveries to it. */
export function eventsOf(events: readonly ChainEvent[], pair: string): PoolEvent[] {
  return events.flatMap((event): PoolEvent[] => {
    if (!("pool" in event)) {
      const { block, transaction, from, to, amount } = event;
      return to === pair ? [{ block, transaction, kind: "delivery", from, amount }] : [];
    }
    return event.pool === pair ? [event] : [];
  });
}
