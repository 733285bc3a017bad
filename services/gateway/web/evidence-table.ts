import type { Payload } from "@token-sentiment/client";
import { useState } from "preact/hooks";
import { branches } from "./branches.ts";
import { nats, span } from "./format.ts";
import { html } from "./html.ts";
import type { Report, ReportLine } from "./report.ts";

/** The branch that a line speaks for most, and how strongly. */
function pull({ counted }: ReportLine): { branch: (typeof branches)[number]; value: number } | undefined {
  const [strongest] = branches
    .map((branch) => ({ branch, value: counted[branch.key] }))
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return strongest && Math.abs(strongest.value) >= 0.005 ? strongest : undefined;
}

const size = (line: ReportLine): number => Math.max(...Object.values(line.counted).map(Math.abs));
const orders = {
  weight: (a: ReportLine, b: ReportLine) => size(b) - size(a),
  age: (a: ReportLine, b: ReportLine) => a.age_ms - b.age_ms,
} as const;
type Order = keyof typeof orders;

/** Rows that are shown before a reader asks for all. */
const AT_FIRST = 12;

const statuses: Record<ReportLine["status"], string> = { hit: "found", clear: "clear", unknown: "unknown", inconclusive: "open" };

const Row = ({ line }: { line: ReportLine }) => {
  const pulled = pull(line);
  return html`
    <tr data-label=${line.label} data-status=${line.status}>
      <td data-title="Label"><span class="label">${line.label}</span></td>
      <td data-title="Observation" class="observation">${line.text}</td>
      <td data-title="Seen"><span class=${`status ${line.status}`}>${statuses[line.status] ?? line.status}</span></td>
      <td data-title="Source" class="source muted">${line.source}</td>
      <td data-title="Age" class="number muted">${span(line.age_ms)}</td>
      <td data-title="Weight" class="number">
        ${pulled ? html`<span class="weight"><span class=${`dot ${pulled.branch.key}`} aria-hidden="true"></span><span class="visually-hidden">${pulled.branch.name} </span>${nats(pulled.value)}</span>` : html`<span class="muted">0</span>`}
      </td>
    </tr>
  `;
};

const Sort = ({ name, order, current, onSort }: { name: string; order: Order; current: Order; onSort: (order: Order) => void }) => html`
  <th scope="col" class="number" aria-sort=${current === order ? (order === "age" ? "ascending" : "descending") : "none"}>
    <button type="button" class="sort" onClick=${() => onSort(order)}>
      ${name}<span aria-hidden="true">${current === order ? " ▾" : ""}</span>
    </button>
  </th>
`;

/** Evidence lines without a report: as the result tells them. */
const Chain = ({ chain }: { chain: string[] }) => html`
  <section class="card" aria-labelledby="evidence-title">
    <h2 id="evidence-title">Evidence</h2>
    <ul class="evidence-chain">
      ${chain.map((line, index) => html`<li key=${index}>${line}</li>`)}
    </ul>
  </section>
`;

/** Every observation: what was seen, where, how long before, and what it weighed; by label, and those that weighed alone. */
export function EvidenceTable({ payload, report }: { payload: Payload; report: Report | undefined }) {
  const [label, setLabel] = useState("");
  const [weighed, setWeighed] = useState(false);
  const [order, setOrder] = useState<Order>("weight");
  const [whole, setWhole] = useState(false);
  if (!report) return html`<${Chain} chain=${payload.evidence_chain} />`;
  const labels = [...new Set(report.lines.map((line) => line.label))];
  const count = (one: string): number => report.lines.filter((line) => one === "" || line.label === one).length;
  const fitting = report.lines
    .filter((line) => (label === "" || line.label === label) && (!weighed || size(line) > 0))
    .toSorted(orders[order]);
  const shown = whole ? fitting : fitting.slice(0, AT_FIRST);
  return html`
    <section class="card" aria-labelledby="evidence-title">
      <div class="title-row">
        <h2 id="evidence-title">Evidence</h2>
        <span class="muted" role="status">${shown.length} of ${report.lines.length} observations</span>
      </div>
      <div class="filters">
        <div class="segmented" role="group" aria-label="Label">
          ${["", ...labels].map((one) => html`<button key=${one} type="button" aria-pressed=${one === label ? "true" : "false"} onClick=${() => setLabel(one)}>${one === "" ? "All" : one} <span class="muted">${count(one)}</span></button>`)}
        </div>
        <label class="check"><input type="checkbox" checked=${weighed} onChange=${() => setWeighed(!weighed)} /> only what weighed</label>
      </div>
      <div class="table-frame" tabindex="0" role="region" aria-label="Table of evidence">
        <table>
          <thead>
            <tr>
              <th scope="col">Label</th>
              <th scope="col">Observation</th>
              <th scope="col">Seen</th>
              <th scope="col">Source</th>
              <${Sort} name="Age" order="age" current=${order} onSort=${setOrder} />
              <${Sort} name="Weight" order="weight" current=${order} onSort=${setOrder} />
            </tr>
          </thead>
          <tbody>
            ${shown.map((line) => html`<${Row} key=${`${line.engine} ${line.code} ${line.text}`} line=${line} />`)}
          </tbody>
        </table>
      </div>
      ${
        fitting.length > AT_FIRST &&
        html`<div class="actions more">
          <button type="button" aria-expanded=${whole ? "true" : "false"} onClick=${() => setWhole(!whole)}>
            ${whole ? `Show the first ${AT_FIRST}` : `Show all ${fitting.length}`}
          </button>
        </div>`
      }
      <p class="muted small">
        Weight: what the line added to the log-likelihood of the scenario that it moved most, in nats, after groups and caps. Age: when the
        verdict was made.
      </p>
    </section>
  `;
}
