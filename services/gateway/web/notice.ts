import type { AnalysisState } from "./analysis-state.ts";
import { moment, sentence } from "./format.ts";
import { html } from "./html.ts";
import type { Quota } from "./resources.ts";

interface NoticeProps {
  state: AnalysisState;
  online: boolean;
  quota: Quota | undefined;
  /** Asks for the very same again. */
  onAgain: (() => void) | undefined;
}

function limitText(quota: Quota | undefined): string {
  const back = quota?.next_call_at === null || quota === undefined ? "" : ` The next call comes back ${moment(quota.next_call_at)}.`;
  return `This device has used its demo calls.${back} Full access is through the marketplace; who has a key enters it above.`;
}

/** What stands between the reader and a result: nothing begun, no network, a limit, a refusal, a failure, missing evidence. */
export function Notice({ state, online, quota, onAgain }: NoticeProps) {
  const { phase, jobId, problem, interrupted, payload } = state;
  return html`
    ${
      (!online || (interrupted !== undefined && phase === "running")) &&
      html`<div class="notice warn" data-state="offline">
        <strong>${online ? "The connection was interrupted." : "This browser is offline."}</strong>
        ${phase === "running" ? ` Nothing is lost: ${jobId === undefined ? "the same request is sent again" : "the analysis goes on, and this page keeps asking"}.` : " What is shown stays."}
      </div>`
    }
    ${
      phase === "empty" &&
      html`<div class="notice empty" data-state="empty">
        <strong>Nothing analysed yet.</strong> Name a token above, or take one of the examples: each engine answers in a lane of its own,
        and the verdict comes with everything that made it.
      </div>`
    }
    ${phase === "limit" && html`<div class="notice warn" data-state="limit" role="alert"><strong>The demo limit is reached.</strong> ${limitText(quota)}</div>`}
    ${phase === "refused" && html`<div class="notice bad" data-state="refused" role="alert"><strong>The request was not taken.</strong> ${sentence(problem ?? "")} <button type="button" class="quiet" onClick=${onAgain}>Ask again</button></div>`}
    ${
      phase === "failed" &&
      html`<div class="notice bad" data-state="failed" role="alert">
        <strong>The analysis ended without a result.</strong> ${sentence(problem ?? "")} A demo call for it comes back.
      </div>`
    }
    ${
      phase === "lost" &&
      html`<div class="notice warn" data-state="lost" role="alert">
        <strong>This analysis cannot be shown.</strong> ${sentence(problem ?? "")} Load the page again to look once more; Analyse begins
        another one.
      </div>`
    }
    ${
      phase === "completed" &&
      payload?.status === "degraded" &&
      html`<div class="notice warn" data-state="degraded">
        <strong>Degraded.</strong> ${missing(state)} gave no evidence. What it would have said is unknown, which lowers the confidence and
        is never taken for safe.
      </div>`
    }
  `;
}

/** Whose evidence is missing. */
function missing({ lanes, report }: AnalysisState): string {
  const told = report?.engines.filter(({ outcome }) => outcome === "unavailable" || outcome === "silent").map(({ engine }) => engine);
  const seen = lanes.filter(({ answer }) => answer === undefined || answer.outcome === "unavailable").map(({ engine }) => engine);
  const names = told ?? seen;
  return names.length === 0 ? "An expected engine" : names.join(" and ");
}
