import { type AnalysisRequest, createClient } from "@token-sentiment/client";
import { useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { readLink, writeLink } from "./address-bar.ts";
import { next, nothingYet } from "./analysis-state.ts";
import { announcement } from "./announcement.ts";
import { deviceName } from "./device.ts";
import { AnalysisForm, type Wanted } from "./form.ts";
import { Footer, Header } from "./frame.ts";
import { html } from "./html.ts";
import { Lanes } from "./lanes.ts";
import { Notice } from "./notice.ts";
import { useCalibration, useExamples, useQuota } from "./resources.ts";
import { Result } from "./result.ts";
import { runAnalysis, showAnalysis } from "./run-analysis.ts";
import { Snippets } from "./snippets.ts";
import { useOnline } from "./online.ts";

const requestOf = ({ symbol, chain, address }: Omit<Wanted, "key">): AnalysisRequest => ({
  coin_symbol: symbol,
  chain_id: chain,
  ...(address === "" ? {} : { contract_address: address }),
});

/** The whole page. `engines`: whom an analysis on each chain asks. */
export function App({ engines }: { engines: Record<string, string[]> }) {
  const [linked] = useState(() => readLink(location.search));
  const [key, setKey] = useState("");
  const [state, tell] = useReducer(next, nothingYet);
  const client = useMemo(() => createClient({ url: "", ...(key === "" ? { device: deviceName() } : { key }) }), [key]);
  const running = useRef<AbortController>(undefined);
  const online = useOnline();
  const examples = useExamples(client);
  const calibration = useCalibration(client);
  const quota = useQuota(client, `${state.phase} ${state.jobId ?? ""}`);

  const begin = (request: AnalysisRequest): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    tell({ type: "started", request, engines: engines[request.chain_id ?? "1"] ?? [], at: Date.now() });
    return running.current.signal;
  };
  const run = (request: AnalysisRequest): void => void runAnalysis(request, { client, tell, signal: begin(request) });
  const start = (wanted: Wanted): void => run({ ...requestOf(wanted), request_id: crypto.randomUUID() });

  useEffect(() => {
    if (linked.job === "") return;
    const request = requestOf(linked);
    void showAnalysis(linked.job, request, { client, tell, signal: begin(request) });
  }, []);

  const { request, jobId } = state;
  useEffect(() => {
    if (request === undefined) return;
    const { coin_symbol: symbol, chain_id: chain = "1", contract_address: address = "" } = request;
    history.replaceState(undefined, "", writeLink({ symbol, chain, address, job: jobId ?? "" }));
    document.title = `${symbol.toUpperCase()} · Token sentiment`;
  }, [request, jobId]);

  return html`
    <a class="skip" href="#main">Skip to the analysis</a>
    <${Header} />
    <main id="main">
      <${AnalysisForm}
        linked=${linked}
        examples=${examples}
        quota=${quota}
        busy=${state.phase === "running"}
        onStart=${start}
        onKey=${setKey}
      />
      <div class="visually-hidden" role="status" aria-live="polite">${announcement(state)}</div>
      <${Notice} state=${state} online=${online} quota=${quota} onAgain=${request && (() => run(request))} />
      ${state.lanes.length > 0 && !["limit", "refused", "lost"].includes(state.phase) && html`<${Lanes} state=${state} />`}
      ${state.phase === "completed" && html`<${Result} state=${state} calibration=${calibration} />`}
      ${request !== undefined && html`<${Snippets} request=${request} />`}
    </main>
    <${Footer} />
  `;
}
