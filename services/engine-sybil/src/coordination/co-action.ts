import { createPairs } from "./pairs.ts";
import type { Act } from "./windows.ts";

/** Accounts that did the same more than once, at the same time. */
export interface CoAction {
  accounts: ReadonlySet<string>;
  /** Whether a limit left pairs out. */
  truncated: boolean;
  /** Whether the time was over before all were looked at: then nobody is named. */
  unfinished: boolean;
}

const WINDOW_MS = 60_000;
/** Later accounts that one act is paired with. */
const PARTNERS = 32;
/** An object that more accounts than this, and more than this share of them, act on is what everybody talks about. */
const HUB = { accounts: 50, share: 0.05 };
/** Partners in the group that an account must have: of two alone, chance or friendship is as likely. */
const CORE = 2;

/** What co-action is looked for with. */
export interface CoActionOptions {
  /** How many accounts the sample has. */
  accounts: number;
  /** Asked before each object: true = no time is left. */
  isOver?: () => boolean;
}

/**
 * The accounts that acted on at least two of the same objects within 60 s of each other, with at least two others of the group
 * (the 2-core of sybil.md §9.4). Linear in the acts: 32 partners an act and 250,000 pairs at most.
 */
export function findCoAction(objects: readonly (readonly Act[])[], { accounts, isOver = () => false }: CoActionOptions): CoAction {
  const ids = new Map<string, number>();
  const idOf = (account: string): number => {
    const known = ids.get(account);
    if (known !== undefined) return known;
    ids.set(account, ids.size);
    return ids.size - 1;
  };
  const hub = Math.max(HUB.accounts, HUB.share * accounts);
  const pairs = createPairs();
  let truncated = false;
  if (isOver()) return { accounts: new Set(), truncated, unfinished: true };
  for (const [object, all] of objects.entries()) {
    if (isOver()) return { accounts: new Set(), truncated, unfinished: true };
    if (all.length > hub && new Set(all.map(({ account }) => account)).size > hub) continue;
    const acts = withoutRuns(all);
    const who = Int32Array.from(acts, ({ account }) => idOf(account));
    for (let first = 0; first < acts.length; first += 1) {
      const [own, until] = [who[first] ?? 0, (acts[first]?.at ?? 0) + WINDOW_MS];
      let partners = 0;
      for (let next = first + 1; next < acts.length && (acts[next]?.at ?? 0) <= until; next += 1) {
        const other = who[next] ?? 0;
        if (other === own) continue;
        if ((partners += 1) > PARTNERS) {
          truncated = true;
          break;
        }
        const posts = [acts[first]?.post ?? 0, acts[next]?.post ?? 0] as const;
        const [low, high] = own < other ? posts : [posts[1], posts[0]];
        if (!pairs.see(Math.min(own, other) * accounts + Math.max(own, other), { object, low, high })) truncated = true;
      }
    }
  }
  const edges = pairs.twice().map((key) => [Math.floor(key / accounts), key % accounts] as const);
  const core = coreOf(edges);
  return { accounts: new Set([...ids].filter(([, id]) => core.has(id)).map(([account]) => account)), truncated, unfinished: false };
}

/** Of acts of one account behind each other the first and the last: who else acted within a time of any of them did so of one of these. */
const withoutRuns = (acts: readonly Act[]): Act[] =>
  acts.filter(({ account }, index) => account !== acts[index - 1]?.account || account !== acts[index + 1]?.account);

/** What is left when whoever has fewer than two partners is taken out, again and again. */
function coreOf(edges: readonly (readonly [number, number])[]): Set<number> {
  const partners = new Map<number, Set<number>>();
  for (const [a, b] of edges)
    for (const [own, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = partners.get(own);
      if (known) known.add(other);
      else partners.set(own, new Set([other]));
    }
  const leaving = [...partners].filter(([, own]) => own.size < CORE).map(([account]) => account);
  for (let account = leaving.pop(); account !== undefined; account = leaving.pop()) {
    for (const other of partners.get(account) ?? []) {
      const own = partners.get(other);
      own?.delete(account);
      if (own?.size === CORE - 1) leaving.push(other);
    }
    partners.delete(account);
  }
  return new Set(partners.keys());
}
