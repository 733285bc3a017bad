/** One account's act on one object. */
export interface Share {
  object: string;
  account: string;
  /** The post by which it acted. */
  content: string;
  /** Seconds. */
  at: number;
}

/** Two acts on one object within the time window. */
export interface SharePair {
  object: string;
  contents: readonly [string, string];
  accounts: readonly [string, string];
  /** Seconds, 0 or more. */
  apart: number;
}

/** An edge between two accounts: how many pairs they have. */
export interface ShareEdge {
  accounts: readonly [string, string];
  weight: number;
}

const groupBy = <T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
};

/**
 * `detect_groups` of CooRTweet 2.1.3 (MIT) by its definition: accounts with at least `participation` acts; per object all pairs within `window`
 * seconds, own ones left out; of these the pairs of which either side belongs to an account with that many acts in pairs.
 */
export function detectGroups(all: readonly Share[], { window, participation }: { window: number; participation: number }): SharePair[] {
  const byAccount = groupBy(all, ({ account }) => account);
  const shares = all.filter(({ account }) => (byAccount.get(account)?.length ?? 0) >= participation);
  const pairs: SharePair[] = [];
  for (const acts of groupBy(shares, ({ object }) => object).values()) {
    const inOrder = acts.toSorted((a, b) => a.at - b.at);
    for (const [index, first] of inOrder.entries())
      for (let next = index + 1; next < inOrder.length && inOrder[next]!.at - first.at <= window; next += 1) {
        const second = inOrder[next]!;
        const isLoop = first.object === first.content || first.object === second.content || first.content === second.content;
        if (isLoop || first.account === second.account) continue;
        pairs.push({
          object: first.object,
          contents: [first.content, second.content],
          accounts: [first.account, second.account],
          apart: second.at - first.at,
        });
      }
  }
  const paired = new Set(pairs.flatMap(({ contents }) => contents));
  const active = groupBy(
    shares.filter(({ content }) => paired.has(content)),
    ({ account }) => account,
  );
  const kept = new Set(
    [...active.values()].filter((acts) => acts.length >= participation).flatMap((acts) => acts.map(({ content }) => content)),
  );
  return pairs.filter(({ contents }) => contents.some((content) => kept.has(content)));
}

/** `generate_coordinated_network` of CooRTweet: all edges, and those heavier than the `share` quantile of weights (R's type 7). */
export function networkOf(pairs: readonly SharePair[], share: number): { edges: ShareEdge[]; heavy: ShareEdge[] } {
  const edges = [...groupBy(pairs, ({ accounts }) => accounts.toSorted().join(" ")).values()].map((group): ShareEdge => {
    const [a, b] = group[0]!.accounts;
    return { accounts: a < b ? [a, b] : [b, a], weight: group.length };
  });
  const weights = edges.map(({ weight }) => weight).toSorted((a, b) => a - b);
  const place = (weights.length - 1) * share;
  const [below, above] = [weights[Math.floor(place)] ?? 0, weights[Math.ceil(place)] ?? 0];
  const limit = below + (place - Math.floor(place)) * (above - below);
  return { edges, heavy: edges.filter(({ weight }) => weight > limit) };
}

/** The accounts of some edges or pairs. */
export const accountsOf = (edges: readonly { accounts: readonly [string, string] }[]): Set<string> =>
  new Set(edges.flatMap(({ accounts }) => accounts));
