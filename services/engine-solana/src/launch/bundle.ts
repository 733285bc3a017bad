/** Who bought in the slot in which a token was launched. */
export type LaunchFacts =
  | { kind: "off" }
  | { kind: "missing"; why: string }
  /** `buyers` wallets bought in that slot; the largest group with one funder is `wallets`, which got `percent` of the supply. */
  | { kind: "read"; buyers: number; funder: string | undefined; wallets: number; percent: number };

/** A buyer of the launch slot. */
export interface Buyer {
  owner: string;
  /** In the smallest unit. */
  amount: bigint;
  /** Undefined when nobody could say. */
  funder: string | undefined;
}

/** The largest group of buyers that one wallet funded: the same slot alone is a coincidence. `buyers` is how many there were in all. */
export function bundleOf(known: readonly Buyer[], { buyers, supply }: { buyers: number; supply: bigint }): LaunchFacts {
  const groups = Map.groupBy(
    known.filter(({ funder }) => funder !== undefined),
    ({ funder }) => funder,
  );
  const [largest] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const [funder, group] = largest && largest[1].length > 1 ? largest : [undefined, []];
  const amount = group.reduce((sum, buyer) => sum + buyer.amount, 0n);
  return {
    kind: "read",
    buyers,
    funder,
    wallets: group.length,
    percent: supply === 0n ? 0 : Number((amount * 1_000_000n) / supply) / 10_000,
  };
}
