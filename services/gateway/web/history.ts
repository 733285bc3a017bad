import { verdictOf } from "./branches.ts";
import { moment } from "./format.ts";
import { html } from "./html.ts";
import type { PastVerdict } from "./report.ts";

/** What earlier analyses said of the same contract, newest first. */
export function History({ verdicts }: { verdicts: PastVerdict[] }) {
  return html`
    <section class="card" aria-labelledby="history-title">
      <h2 id="history-title">Past verdicts on this contract</h2>
      ${
        verdicts.length === 0
          ? html`<p class="muted none">None yet: this one joins in a moment.</p>`
          : html`<ol class="history">
              ${verdicts.slice(0, 12).map(({ settled_at, executable_verdict, confidence, drama_index }) => {
                const { name, tone } = verdictOf(executable_verdict);
                return html`<li key=${settled_at}>
                  <time datetime=${new Date(settled_at).toISOString()}>${moment(settled_at)}</time>
                  <span class=${`badge small ${tone}`}>${name}</span>
                  <span class="muted">confidence ${confidence.toFixed(2)} · drama ${drama_index}</span>
                </li>`;
              })}
            </ol>`
      }
    </section>
  `;
}
