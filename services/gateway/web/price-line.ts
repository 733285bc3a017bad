import { extent, frame, scale, TimeAxis } from "./chart.ts";
import { deepestFall } from "./deepest-fall.ts";
import { html } from "./html.ts";
import { type PriceSeries, type Report, type ReportLine, timed } from "./report.ts";

const usd = (value: number): string => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3));

function Line({ series }: { series: PriceSeries }) {
  const points = timed(series);
  const range = extent(points.map(([at]) => at));
  const [low, high] = extent(points.map(([, price]) => price));
  const x = scale(range, [frame.left, frame.width - frame.right]);
  const y = scale([low, high], [frame.height - frame.bottom, frame.top + 10]);
  const path = points.map(([at, price], index) => `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(price).toFixed(1)}`).join("");
  const first = points[0]?.[1] ?? 0;
  const last = points.at(-1)?.[1] ?? 0;
  // Where the price stood highest before it fell most, and where it stood then.
  const fall = deepestFall(points);
  const said = `Price over time from ${usd(first)} to ${usd(last)} USD, lowest ${usd(low)}, highest ${usd(high)}.`;
  return html`
    <figure>
      <svg viewBox=${`0 0 ${frame.width} ${frame.height}`} role="img" aria-label=${said}>
        <g class="grid">
          ${[low, (low + high) / 2, high].map((price) => html`<line key=${price} x1=${frame.left} x2=${frame.width - frame.right} y1=${y(price)} y2=${y(price)} /><text x=${frame.left - 6} y=${y(price) + 4} text-anchor="end">${usd(price)}</text>`)}
        </g>
        ${fall && html`<rect class="fall" x=${x(fall.from)} y=${frame.top} width=${Math.max(2, x(fall.to) - x(fall.from))} height=${frame.height - frame.bottom - frame.top} />`}
        <path
          class="price-area"
          d=${`${path}L${x(range[1])} ${frame.height - frame.bottom}L${x(range[0])} ${frame.height - frame.bottom}Z`}
        />
        <path class="price" d=${path} />
        ${fall && html`<text class="event" x=${Math.min(frame.width - 90, Math.max(frame.left + 4, x(fall.from)))} y=${frame.top + 2}>−${(fall.depth * 100).toFixed(0)} %</text>`}
        <${TimeAxis} range=${range} />
      </svg>
      <figcaption class="muted small">USD, from ${series.source}.${fall ? " Shaded: the deepest fall." : ""}</figcaption>
    </figure>
  `;
}

/** Findings about price, volume and liquidity: what happened. */
const isEvent = ({ label, status }: ReportLine): boolean => label === "MARKET" && status === "hit";

/** The price over time, where candles could be read, and what happened to it. */
export function PriceLine({ report }: { report: Report | undefined }) {
  const series = report?.series.price;
  const events = report?.lines.filter(isEvent) ?? [];
  const looked = report?.lines.some(({ label, status }) => label === "MARKET" && status === "clear");
  return html`
    <section class="card" aria-labelledby="price-title">
      <h2 id="price-title">Price and events</h2>
      ${series && series.points.length > 1 ? html`<${Line} series=${series} />` : html`<p class="muted none">No candles could be read for this analysis, so no line is drawn.</p>`}
      ${
        events.length > 0
          ? html`<ul class="events">
              ${events.map(({ code, text }) => html`<li key=${code}>${text}</li>`)}
            </ul>`
          : html`<p class="muted small">
              ${looked ? "The market engine found no event." : "Whether anything happened on the market is unknown."}
            </p>`
      }
    </section>
  `;
}
