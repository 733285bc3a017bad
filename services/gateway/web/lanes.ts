import { useEffect, useState } from "preact/hooks";
import type { AnalysisState, Lane } from "./analysis-state.ts";
import { html } from "./html.ts";

const about: Record<string, { name: string; does: string }> = {
  security: { name: "Security", does: "contract, taxes, powers, can it be sold" },
  onchain: { name: "On-chain", does: "liquidity, falls, who sold" },
  solana: { name: "Solana", does: "mint, authorities, transfer" },
  sybil: { name: "Talk", does: "who talks, and who talks together" },
  market: { name: "Market", does: "price, volume, liquidity" },
};

/** An engine's name for people. */
const engineName = (engine: string): string => about[engine]?.name ?? engine;

function outcome({ answer, at }: Lane, over: boolean): { mark: string; text: string; tone: string } {
  if (!answer) return over ? { mark: "–", text: "gave no answer", tone: "missing" } : { mark: "", text: "looking…", tone: "working" };
  const seconds = at === undefined ? "" : ` · ${(at / 1000).toFixed(1)}\u00A0s`;
  if (answer.outcome === "observed")
    return { mark: "✓", text: `${answer.signals} observation${answer.signals === 1 ? "" : "s"}${seconds}`, tone: "done" };
  const reason = answer.reason === undefined ? "" : `: ${answer.reason}`;
  if (answer.outcome === "unavailable") return { mark: "!", text: `unavailable${reason}`, tone: "missing" };
  return { mark: "–", text: `not applicable${reason}`, tone: "aside" };
}

/** One lane per engine, filled as the stream of events tells of its answer. */
export function Lanes({ state: { lanes, phase, startedAt = 0 } }: { state: AnalysisState }) {
  const [now, setNow] = useState(Date.now());
  const open = phase === "running";
  useEffect(() => {
    if (!open) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [open]);
  return html`
    <section class="card" aria-labelledby="lanes-title">
      <div class="title-row">
        <h2 id="lanes-title">Engines</h2>
        ${open && html`<span class="muted" data-testid="elapsed">${Math.max(0, Math.round((now - startedAt) / 1000))} s of at most 150 s</span>`}
      </div>
      <ul class="lanes">
        ${lanes.map((lane) => {
          const { mark, text, tone } = outcome(lane, !open);
          return html`<li
            key=${lane.engine}
            class=${`lane ${tone}`}
            data-engine=${lane.engine}
            data-outcome=${lane.answer?.outcome ?? (open ? "open" : "silent")}
          >
            <span class="mark" aria-hidden="true">${mark}</span>
            <span class="lane-name">${engineName(lane.engine)}</span>
            <span class="lane-does muted">${about[lane.engine]?.does ?? ""}</span>
            <span class="lane-text">${text}</span>
          </li>`;
        })}
      </ul>
    </section>
  `;
}
