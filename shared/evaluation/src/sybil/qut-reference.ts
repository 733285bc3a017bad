/** A message that passes another one on. */
export interface Repost {
  message: string;
  user: string;
  /** The message it passes on. */
  of: string;
  /** Seconds. */
  at: number;
}

/**
 * `co_retweet` of QUT's coordination-network-toolkit (MIT) by its definition: from a user to another, how many of his distinct messages passed the
 * same message on within `window` seconds of the other's; edges of at least `weight`, of users with at least as many reposts. Returns the users
 * of these edges; with `loops` those who only repeat themselves count.
 */
export function coRetweetUsers(
  all: readonly Repost[],
  { window, weight, loops }: { window: number; weight: number; loops: boolean },
): Set<string> {
  const reposts = [...new Map(all.map((repost) => [repost.message, repost])).values()];
  const count = new Map<string, number>();
  for (const { user } of reposts) count.set(user, (count.get(user) ?? 0) + 1);
  const edges = new Map<string, { users: [string, string]; messages: Set<string> }>();
  for (const one of reposts)
    for (const other of reposts) {
      if (one === other || one.of !== other.of || Math.abs(one.at - other.at) > window) continue;
      const key = `${one.user} ${other.user}`;
      const edge = edges.get(key) ?? { users: [one.user, other.user], messages: new Set() };
      edges.set(key, edge);
      edge.messages.add(one.message);
    }
  const kept = [...edges.values()].filter(
    ({ users: [user, other], messages }) => messages.size >= weight && (count.get(user) ?? 0) >= weight && (loops || user !== other),
  );
  return new Set(kept.flatMap(({ users }) => users));
}
