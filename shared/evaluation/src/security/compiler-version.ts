import type { Hex } from "viem";

type Version = readonly [number, number, number];

const parse = (text: string): Version | undefined => {
  const found = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
};
const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

/** The version that a compiler of 0.5.9 or later wrote at the end of its code, as `0.8.19`. */
export function versionInCode(runtime: Hex | undefined): string | undefined {
  const found = runtime && /64736f6c6343([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})0033/i.exec(runtime);
  return found ? [found[1], found[2], found[3]].map((byte) => Number.parseInt(byte ?? "0", 16)).join(".") : undefined;
}

/** What a source's `pragma solidity` lines ask for; several files in one source have several. */
const pragmasOf = (source: string): string[] =>
  [...source.matchAll(/^[ \t]*pragma\s+solidity\s+([^;]+);/gm)].map(([, range = ""]) => range);

/** Before it there were other languages than Solidity's of today. */
const FIRST: Version = [0, 4, 1];

/**
 * The compilers to take, best first: the one the code names if it is at hand, else the latest and the earliest of the oldest line (0.6,
 * say) that all pragmas allow: later ones refuse what earlier ones took. Empty when none of `available` will do.
 */
export function chooseVersions(available: readonly string[], { source, runtime }: { source: string; runtime: Hex | undefined }): string[] {
  const named = versionInCode(runtime);
  if (named !== undefined && available.includes(named)) return [named];
  const ranges = pragmasOf(source);
  const allowed = available
    .map(parse)
    .filter((version) => version !== undefined)
    .filter((version) => compare(version, FIRST) >= 0 && ranges.every((range) => allows(range, version)))
    .toSorted(compare);
  const [oldest] = allowed;
  const line = allowed.filter(([major, minor]) => major === oldest?.[0] && minor === oldest[1]);
  return [...new Set([line.at(-1), line[0]].flatMap((version) => version?.join(".") ?? []))];
}

function allows(range: string, version: Version): boolean {
  return range.split("||").some((part) =>
    [...part.matchAll(/(\^|~|>=|<=|>|<|=)?\s*v?(\d+\.\d+(?:\.\d+)?)/g)].every(([, operator, text = ""]) => {
      const bound = parse(text);
      if (!bound) return true;
      const order = compare(version, bound);
      if (operator === "^") return order >= 0 && version[0] === bound[0] && (bound[0] > 0 || version[1] === bound[1]);
      if (operator === "~") return order >= 0 && version[0] === bound[0] && version[1] === bound[1];
      if (operator === ">=") return order >= 0;
      if (operator === "<=") return order <= 0;
      if (operator === ">") return order > 0;
      return operator === "<" ? order < 0 : order === 0;
    }),
  );
}
