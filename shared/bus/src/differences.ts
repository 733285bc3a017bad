import { isDeepStrictEqual } from "node:util";

/**
 * The settings of `wanted` that `got` does not have, a sentence each: `ANALYSIS: discard is "old", must be "new"`.
 * Keys that `got` leaves out count as false or 0; keys only `got` has are the broker's own business.
 */
export function differences(name: string, wanted: object, got: object, ignore: ReadonlySet<string> = new Set()): string[] {
  const actual = got as Record<string, unknown>;
  return Object.entries(wanted)
    .filter(([key]) => !ignore.has(key))
    .filter(([key, value]) => !same(value, actual[key]))
    .map(([key, value]) => `${name}: ${key} is ${JSON.stringify(actual[key] ?? null)}, must be ${JSON.stringify(value)}`);
}

function same(wanted: unknown, got: unknown): boolean {
  if (got === undefined || got === null) return wanted === false || wanted === 0 || wanted === undefined;
  if (Array.isArray(wanted) && Array.isArray(got)) return isDeepStrictEqual(wanted.toSorted(), got.toSorted());
  return isDeepStrictEqual(wanted, got);
}
