import { isDeepStrictEqual } from "node:util";

/** Two configurations of one object. */
interface Compared {
  wanted: object;
  got: object;
  ignore?: ReadonlySet<string>;
}

/**
 * The settings of `wanted` that `got` does not have, a sentence each: `ANALYSIS: discard is "old", must be "new"`.
 * Keys that `got` leaves out count as false or 0; keys only `got` has are the broker's own business.
 */
export function differences(name: string, { wanted, got, ignore }: Compared): string[] {
  const actual = new Map(Object.entries(got));
  return Object.entries(wanted)
    .filter(([key]) => !ignore?.has(key))
    .filter(([key, value]) => !same(value, actual.get(key)))
    .map(([key, value]) => `${name}: ${key} is ${JSON.stringify(actual.get(key) ?? null)}, must be ${JSON.stringify(value)}`);
}

function same(wanted: unknown, got: unknown): boolean {
  if (got === undefined || got === null) return wanted === false || wanted === 0 || wanted === undefined;
  if (Array.isArray(wanted) && Array.isArray(got)) return isDeepStrictEqual(new Set<unknown>(wanted), new Set<unknown>(got));
  return isDeepStrictEqual(wanted, got);
}
