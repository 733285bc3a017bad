import type { AnalysisState } from "./analysis-state.ts";
import { Coordination } from "./coordination.ts";
import { EvidenceTable } from "./evidence-table.ts";
import { History } from "./history.ts";
import { html } from "./html.ts";
import { PriceLine } from "./price-line.ts";
import type { Calibration } from "./resources.ts";
import { VerdictCard } from "./verdict-card.ts";
import { Walk } from "./walk.ts";

/** Everything about a completed analysis, from what to do to the last line of evidence. */
export function Result({ state, calibration }: { state: AnalysisState; calibration: Calibration | undefined }) {
  const { payload, report, history } = state;
  if (!payload) return null;
  return html`
    <${VerdictCard} payload=${payload} report=${report} calibration=${calibration} />
    ${report && html`<${Walk} report=${report} dominant=${payload.dominant_branch} />`}
    <div class="pair">
      <${Coordination} payload=${payload} report=${report} />
      <${PriceLine} report=${report} />
    </div>
    <${EvidenceTable} payload=${payload} report=${report} />
    ${history !== undefined && html`<${History} verdicts=${history} />`}
  `;
}
