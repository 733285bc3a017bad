import type { Figures, Open } from "./measure.ts";

/** Caches fill in the first part of a curve; what grows after it goes on growing. */
const WARM_SHARE = 0.4;
/** Between two points memory breathes with what is under way. */
const BREATH = { share: 0.15, mib: 12 } as const;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The processes whose needed memory was clearly more over the end of a curve than after its caches were full. */
export function grownOf(curve: readonly ReadonlyMap<string, Pick<Figures, "neededMib">>[]): string[] {
  const names = [...(curve[0]?.keys() ?? [])];
  const from = Math.floor(curve.length * WARM_SHARE);
  const quarter = Math.max(1, Math.floor(curve.length / 4));
  return names.flatMap((name) => {
    const needed = curve.map((point) => point.get(name)?.neededMib ?? Number.NaN);
    const [warm, end] = [median(needed.slice(from, from + quarter)), median(needed.slice(-quarter))];
    const isFlat = end <= warm * (1 + BREATH.share) + BREATH.mib;
    return isFlat ? [] : [`${name} needs ${end} MiB at the end, ${warm} when its caches were full`];
  });
}

/** What is open after all of it and was not before. */
export function leftOpenOf(before: Open, after: Open): string[] {
  const ofProcesses = Object.entries(before.handles).flatMap(([name, handles]) =>
    (["inbound", "outbound", "abandoned", "rest"] as const).flatMap((kind) => {
      const now = after.handles[name]?.[kind];
      return now !== undefined && now <= handles[kind] ? [] : [`${name}: ${now} ${kind} handles, ${handles[kind]} at the beginning`];
    }),
  );
  const atBroker = (["subscriptions", "consumers"] as const).flatMap((kind) =>
    after[kind] <= before[kind] ? [] : [`the broker: ${after[kind]} ${kind}, ${before[kind]} at the beginning`],
  );
  return [...ofProcesses, ...atBroker];
}
