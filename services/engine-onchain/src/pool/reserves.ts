import type { Amounts, PoolEvent } from "./pool-event.ts";

/**
 * What the pool held after each `Sync`, preceded by what it held before the first: a `Sync` tells the state after its trade, so the
 * state before is reconstructed from that trade. Without it a window that begins with the great sale shows no fall at all.
 */
export function reservesOver(events: readonly PoolEvent[]): Amounts[] {
  const after = events.flatMap((event) => (event.kind === "sync" ? [event.reserves] : []));
  const first = events.findIndex(({ kind }) => kind === "sync");
  const [sync, cause] = [events[first], events.find(({ kind }, index) => index > first && kind !== "shares" && kind !== "delivery")];
  if (sync?.kind !== "sync" || cause?.transaction !== sync.transaction) return after;
  const before = beforeThat(sync.reserves, cause);
  return before ? [before, ...after] : after;
}

function beforeThat({ token, coin }: Amounts, cause: PoolEvent): Amounts | undefined {
  switch (cause.kind) {
    case "swap":
      return { token: token - cause.in.token + cause.out.token, coin: coin - cause.in.coin + cause.out.coin };
    case "burn":
      return { token: token + cause.amounts.token, coin: coin + cause.amounts.coin };
    case "mint":
      return { token: token - cause.amounts.token, coin: coin - cause.amounts.coin };
    case "sync":
    case "shares":
    case "delivery":
    case "born":
    case "position":
      return undefined;
  }
}
