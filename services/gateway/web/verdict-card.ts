import type { Payload } from "@token-sentiment/client";
import { branches, verdictOf } from "./branches.ts";
import { percent } from "./format.ts";
import { html } from "./html.ts";
import type { Report } from "./report.ts";
import { calibrationNote } from "./calibration-note.ts";
import type { Calibration } from "./resources.ts";

const band = (value: number): string => (value >= 70 ? "high" : value >= 40 ? "raised" : "low");

const Meter = ({ name, value }: { name: string; value: number }) => html`
  <div class="meter">
    <span id=${`meter-${name}`}>${name}</span>
    <span class="meter-track"><span class=${`meter-fill ${band(value)}`} style=${{ width: `${value}%` }}></span></span>
    <span class="meter-value"><strong>${value}</strong><span class="muted"> / 100</span></span>
  </div>
`;

/** What the confidence is made of. */
function confidenceNote(report: Report | undefined): string {
  if (!report) return "How much was seen, how clearly it points one way, and how far the engines agree.";
  const { coverage, agreement, confidence } = report;
  const moved = Math.abs(confidence.raw - confidence.value) > 0.01 ? `, then corrected from ${confidence.raw.toFixed(2)}` : "";
  return `From ${percent(coverage, 0)} coverage, agreement ${agreement.toFixed(2)} and how clearly the evidence points one way${moved}.`;
}

/** The three probabilities as one bar, with their numbers. */
const Probabilities = ({ shares }: { shares: Payload["branch_probabilities"] }) => html`
  <div class="probabilities">
    <div class="split" aria-hidden="true">
      ${branches.map(({ key }) => html`<span key=${key} class=${`split-part ${key}`} style=${{ flexGrow: String(shares[key]) }}></span>`)}
    </div>
    <dl class="shares">
      ${branches.map(
        ({ key, name, says }) =>
          html`<div key=${key}>
            <dt><span class=${`dot ${key}`} aria-hidden="true"></span>${name} <span class="muted">${says}</span></dt>
            <dd data-branch=${key}>${percent(shares[key])}</dd>
          </div>`,
      )}
    </dl>
  </div>
`;

/** What to do, how sure that is, and between which scenarios. */
export function VerdictCard({
  payload,
  report,
  calibration,
}: {
  payload: Payload;
  report: Report | undefined;
  calibration: Calibration | undefined;
}) {
  const { name, tone, says } = verdictOf(payload.executable_verdict);
  const known = tone !== "unknown";
  const recordNote = known
    ? calibrationNote(calibration, payload.branch_probabilities[payload.dominant_branch])
    : "How often past cases came out this way says nothing where so little was seen.";
  return html`
    <section class="card verdict-card" aria-labelledby="verdict-title">
      <div class="verdict-head">
        <h2 id="verdict-title" class="visually-hidden">Verdict</h2>
        <p class="token">${payload.coin_symbol}</p>
        <p class=${`badge ${tone}`} data-testid="verdict" data-verdict=${payload.executable_verdict}>${name}</p>
        <p class="says">${says}</p>
        ${report && html`<p class="muted">Decided by the rule “${report.verdict_row}”${report.event.found ? "" : "; no event was found"}.</p>`}
        <p class="muted small">Not financial advice.</p>
      </div>
      <div class="verdict-body">
        <div class="confidence">
          <div class="confidence-row"><span>Confidence</span><strong>${payload.confidence.toFixed(2)}</strong></div>
          <span class="meter-track wide"><span class="meter-fill neutral" style=${{ width: `${payload.confidence * 100}%` }}></span></span>
          <p class="muted small">${confidenceNote(report)}${" "}<span data-testid="calibration">${recordNote}</span></p>
        </div>
        <${Probabilities} shares=${payload.branch_probabilities} />
        <div class="meters">
          <${Meter} name="Drama" value=${payload.drama_index} />
          <${Meter} name="Risk" value=${payload.risk_score} />
          <${Meter} name="Chatter" value=${payload.chatter_level} />
        </div>
        ${!known && html`<p class="muted small">With so little seen, a low number here is no sign of safety.</p>`}
      </div>
    </section>
  `;
}
