import type { AnalysisRequest } from "@token-sentiment/client";
import { useState } from "preact/hooks";
import { html } from "./html.ts";
import { snippetsOf } from "./snippet-texts.ts";

/** The very call that is shown, to take along. */
export function Snippets({ request }: { request: AnalysisRequest }) {
  const snippets = snippetsOf(request, location.origin);
  const [chosen, setChosen] = useState(0);
  const [copied, setCopied] = useState("");
  const text = snippets[chosen]?.text ?? "";
  const copy = (what: string, name: string): void => {
    navigator.clipboard.writeText(what).then(
      () => setCopied(`${name} copied`),
      () => setCopied("Copying is not allowed here: select the text instead"),
    );
  };
  return html`
    <section class="card" aria-labelledby="snippets-title">
      <div class="title-row">
        <h2 id="snippets-title">This very call</h2>
        <div class="segmented" role="group" aria-label="Way of calling">
          ${snippets.map(({ name }, index) => html`<button key=${name} type="button" aria-pressed=${index === chosen ? "true" : "false"} onClick=${() => setChosen(index)}>${name}</button>`)}
        </div>
      </div>
      <pre tabindex="0" aria-label="The call as text"><code>${text}</code></pre>
      <div class="actions">
        <button type="button" class="quiet" onClick=${() => copy(text, "Call")}>Copy the call</button>
        <button type="button" class="quiet" onClick=${() => copy(location.href, "Link")}>Copy a link to this page</button>
        <span class="muted" role="status">${copied}</span>
      </div>
    </section>
  `;
}
