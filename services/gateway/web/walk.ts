import type { Branch } from "@token-sentiment/client";
import { useState } from "preact/hooks";
import { branches } from "./branches.ts";
import { percent } from "./format.ts";
import { html } from "./html.ts";
import type { Report } from "./report.ts";
import { type Step, walkSteps } from "./walk-steps.ts";

const points = (from: number, to: number): string => `${to >= from ? "+" : "−"}${(Math.abs(to - from) * 100).toFixed(1)}`;

const Bar = ({ from, to, branch }: { from: number; to: number; branch: Branch }) => html`
  <span class="walk-track" aria-hidden="true">
    <span
      class=${`walk-bar ${branch} ${to >= from ? "up" : "down"}`}
      style=${{ left: `${Math.min(from, to) * 100}%`, width: `${Math.max(0.4, Math.abs(to - from) * 100)}%` }}
    ></span>
    <span class="walk-tick" style=${{ left: `${to * 100}%` }}></span>
  </span>
`;

const Row = ({ step: { text, label, from, to }, branch }: { step: Step; branch: Branch }) => html`
  <li class="walk-row">
    <span class="walk-text">${label !== undefined && html`<span class="label">${label}</span> `}${text}</span>
    <${Bar} from=${from} to=${to} branch=${branch} />
    <span class="walk-value"
      ><span class=${to >= from ? "gain" : "loss"}>${points(from, to)}</span> <span class="muted">${percent(to, 0)}</span></span
    >
  </li>
`;

const End = ({ name, value, branch }: { name: string; value: number; branch: Branch }) => html`
  <li class="walk-row end">
    <span class="walk-text">${name}</span>
    <span class="walk-track" aria-hidden="true"
      ><span class=${`walk-bar solid ${branch}`} style=${{ left: "0", width: `${value * 100}%` }}></span
    ></span>
    <span class="walk-value"><strong>${percent(value)}</strong></span>
  </li>
`;

/** The walk from the prior to the posterior, as a waterfall: which observation moved the probability of a scenario, and how far. */
export function Walk({ report, dominant }: { report: Report; dominant: Branch }) {
  const [branch, setBranch] = useState<Branch>(dominant);
  const silent = report.lines.filter(({ counted }) => Object.values(counted).every((value) => value === 0)).length;
  return html`
    <section class="card" aria-labelledby="walk-title">
      <div class="title-row">
        <h2 id="walk-title">From prior to posterior</h2>
        <div class="segmented" role="group" aria-label="Scenario">
          ${branches.map(
            ({ key, name }) =>
              html`<button key=${key} type="button" aria-pressed=${key === branch ? "true" : "false"} onClick=${() => setBranch(key)}>
                <span class=${`dot ${key}`} aria-hidden="true"></span>${name}
              </button>`,
          )}
        </div>
      </div>
      <ol class="walk" aria-label=${`How the probability of ${branches.find(({ key }) => key === branch)?.name ?? ""} came about`}>
        <${End} name="Before any evidence" value=${report.prior[branch]} branch=${branch} />
        ${walkSteps(report, branch).map((step, index) => html`<${Row} key=${`${branch} ${index}`} step=${step} branch=${branch} />`)}
        <${End} name="After all evidence" value=${report.posterior[branch]} branch=${branch} />
      </ol>
      <p class="muted small">
        In points of probability, in the order in which the model reads the evidence. ${silent} of ${report.lines.length} observations weigh
        nothing: they are context, or could not be told.
        Model${" "}${report.model_version}${report.reproduced ? "; folding the journal again gave the same result." : "."}
      </p>
    </section>
  `;
}
