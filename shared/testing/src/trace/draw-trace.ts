import type { CollectedSpan } from "./span-collector.ts";

/** A span in its place: how deep it lies below the first one. */
interface Placed extends CollectedSpan {
  depth: number;
}

const [ROW, TOP, LEFT, WIDTH, RIGHT] = [26, 64, 470, 720, 90];
/** One a service, by the order in which they appear. */
const COLOURS = ["#2f6fde", "#c2410c", "#15803d", "#7c3aed", "#b45309", "#be185d", "#0e7490", "#4d7c0f", "#475569"];
const LEAST_PX = 2;
const TICKS = 6;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const ms = (value: number): string => (value < 10 ? `${value.toFixed(1)} ms` : `${Math.round(value)} ms`);

/** Depth first, each below its parent, by time. What lies below nothing that was collected begins a tree of its own. */
export function inOrder(spans: readonly CollectedSpan[]): Placed[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const below = Map.groupBy(spans, ({ parentSpanId }) => (parentSpanId !== undefined && known.has(parentSpanId) ? parentSpanId : ""));
  const place = (parent: string, depth: number): Placed[] =>
    (below.get(parent) ?? [])
      .toSorted((a, b) => a.startMs - b.startMs)
      .flatMap((span) => [{ ...span, depth }, ...place(span.spanId, depth + 1)]);
  return place("", 0);
}

/** One trace as a picture: a row a span, indented below its parent, a bar over the time that it took. SVG, for people. */
export function drawTrace(spans: readonly CollectedSpan[], title: string): string {
  const placed = inOrder(spans);
  const began = Math.min(...placed.map(({ startMs }) => startMs));
  const took = Math.max(...placed.map(({ endMs }) => endMs)) - began;
  const services = [...new Set(placed.map(({ service }) => service))];
  const colourOf = (service: string): string => COLOURS[services.indexOf(service) % COLOURS.length] ?? "";
  const x = (at: number): number => LEFT + (WIDTH * (at - began)) / took;
  const height = TOP + placed.length * ROW + 20;

  const ticks = Array.from({ length: TICKS }, (_, tick) => {
    const at = began + (took * tick) / (TICKS - 1);
    return `<line x1="${x(at).toFixed(1)}" y1="${TOP - 8}" x2="${x(at).toFixed(1)}" y2="${height - 16}" stroke="#e2e8f0"/><text x="${x(at).toFixed(1)}" y="${TOP - 14}" text-anchor="middle" class="dim">${ms(at - began)}</text>`;
  });
  const rows = placed.map(({ name, service, startMs, endMs, depth }, index) => {
    const y = TOP + index * ROW;
    const width = Math.max(LEAST_PX, x(endMs) - x(startMs));
    return [
      `<text x="${14 + depth * 16}" y="${y + 15}">${escaped(name)}</text>`,
      `<text x="${LEFT - 12}" y="${y + 15}" text-anchor="end" fill="${colourOf(service)}">${escaped(service)}</text>`,
      `<rect x="${x(startMs).toFixed(1)}" y="${y + 4}" width="${width.toFixed(1)}" height="${ROW - 11}" rx="2" fill="${colourOf(service)}"/>`,
      `<text x="${(x(startMs) + width + 5).toFixed(1)}" y="${y + 15}" class="dim">${ms(endMs - startMs)}</text>`,
    ].join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + RIGHT} ${height}" font-family="ui-monospace, monospace" font-size="12">`,
    `<style>text{fill:#0f172a}.dim{fill:#64748b;font-size:11px}</style>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="14" y="26" font-size="15" font-weight="bold">${escaped(title)}</text>`,
    ...ticks,
    ...rows,
    `</svg>\n`,
  ].join("\n");
}
