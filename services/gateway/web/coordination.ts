import type { Payload } from "@token-sentiment/client";
import { extent, frame, scale, TimeAxis } from "./chart.ts";
import { percent } from "./format.ts";
import { html } from "./html.ts";
import { type PostSeries, type Report, timed } from "./report.ts";

/** Who posted when: a column of one colour is many hands at one time. */
function Scatter({ series }: { series: PostSeries }) {
  const posts = timed(series);
  const range = extent(posts.map(([at]) => at));
  const x = scale(range, [frame.left, frame.width - frame.right]);
  const authors = Math.max(...posts.map(([, author]) => author)) + 1;
  const y = scale([0, Math.max(1, authors - 1)], [frame.height - frame.bottom - 6, frame.top + 4]);
  const coordinated = posts.filter(([, , together]) => together === 1).length;
  const said = `${posts.length} posts by ${authors} authors over time; ${coordinated} of the posts are by accounts that acted together.`;
  return html`
    <figure>
      <svg viewBox=${`0 0 ${frame.width} ${frame.height}`} role="img" aria-label=${said}>
        <g class="grid">
          <line x1=${frame.left} x2=${frame.width - frame.right} y1=${frame.height - frame.bottom} y2=${frame.height - frame.bottom} />
        </g>
        <text class="axis-title" x="12" y=${frame.height / 2} transform=${`rotate(-90 12 ${frame.height / 2})`} text-anchor="middle">
          authors
        </text>
        ${posts.map(([at, author, together], index) => html`<circle key=${index} class=${together === 1 ? "post together" : "post"} cx=${x(at)} cy=${y(author)} r=${together === 1 ? 3 : 2.2} />`)}
        <${TimeAxis} range=${range} />
      </svg>
      <figcaption class="muted small">
        <span class="dot together" aria-hidden="true"></span>accounts that acted together (${coordinated} posts)
        <span class="dot post" aria-hidden="true"></span>everybody else. Each row is an author, by first
        post${posts.length < series.of ? `; ${posts.length} of ${series.of} posts` : ""}.
      </figcaption>
    </figure>
  `;
}

/** How coordinated the talk was. Without posts nothing about it was assessed, and that is said. */
export function Coordination({ payload, report }: { payload: Payload; report: Report | undefined }) {
  const {
    unique_author_ratio: ratio,
    duplicate_text_cluster_size: copies,
    cross_platform_burst_window_minutes: burst,
  } = payload.coordination_signals;
  const series = report?.series.posts;
  // Without posts the result says 1, 0 and 0, which would read as if all were well.
  const assessed = series !== undefined || ratio < 1 || copies > 0 || burst > 0;
  return html`
    <section class="card" aria-labelledby="talk-title">
      <h2 id="talk-title">Coordination of the talk</h2>
      ${series && series.points.length > 1 ? html`<${Scatter} series=${series} />` : html`<p class="muted none">No posts were found for this analysis, so there is nobody to show.</p>`}
      <dl class="facts">
        <div>
          <dt>Authors per post</dt>
          <dd>${assessed ? percent(ratio, 0) : "not assessed"}</dd>
        </div>
        <div>
          <dt>Largest set of copies</dt>
          <dd>${assessed ? copies : "not assessed"}</dd>
        </div>
        <div>
          <dt>Burst across platforms</dt>
          <dd>${assessed ? (burst === 0 ? "none" : `${burst} min`) : "not assessed"}</dd>
        </div>
      </dl>
    </section>
  `;
}
