import { html } from "./html.ts";

/** The frame of a chart: sizes in its own units, scaled with the page. */
export const frame = { width: 560, height: 220, left: 46, right: 10, top: 12, bottom: 26 } as const;

/** A straight map from a range onto another. */
export const scale = ([from, to]: readonly [number, number], [low, high]: readonly [number, number]) => {
  const width = to - from || 1;
  return (value: number): number => low + ((value - from) / width) * (high - low);
};

/** The smallest and the largest. */
export const extent = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

/** Up to a day the time of day is enough; beyond that the day is needed too. */
const DAY_MS = 86_400_000;
const told = (at: number, rangeMs: number): string =>
  rangeMs > DAY_MS
    ? new Date(at).toLocaleString(undefined, { weekday: "short", hour: "2-digit" })
    : new Date(at).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

/** The axis of time: five marks. */
export function TimeAxis({ range }: { range: readonly [number, number] }) {
  const x = scale(range, [frame.left, frame.width - frame.right]);
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => range[0] + share * (range[1] - range[0]));
  return html`<g class="axis">
    ${marks.map((at, index) => html`<text key=${at} x=${x(at)} y=${frame.height - 8} text-anchor=${index === 0 ? "start" : index === 4 ? "end" : "middle"}>${told(at, range[1] - range[0])}</text>`)}
  </g>`;
}
