import type { ChainId } from "@token-sentiment/client";
import { useState } from "preact/hooks";
import type { Linked } from "./address-bar.ts";
import { chains, chainName, detectChain, isChain } from "./chains.ts";
import { moment } from "./format.ts";
import { html } from "./html.ts";
import type { Example, Quota } from "./resources.ts";

/** What a reader wants analysed. */
export interface Wanted {
  symbol: string;
  chain: ChainId;
  address: string;
}

interface FormProps {
  linked: Linked;
  examples: Example[] | undefined;
  quota: Quota | undefined;
  busy: boolean;
  onStart: (wanted: Wanted) => void;
  onKey: (key: string) => void;
}

const valueOf = ({ currentTarget: field }: Event): string =>
  field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : "";

/** How many calls are left, in words. */
function callsLeft(quota: Quota | undefined): string {
  if (!quota) return "";
  if (quota.remaining === null || quota.limit === null)
    return quota.tier === "production" ? "This key has no call limit." : "No call limit here.";
  const back = quota.remaining < quota.limit && quota.next_call_at !== null ? `; the next comes back ${moment(quota.next_call_at)}` : "";
  return `${quota.remaining} of ${quota.limit} demo calls left${back}.`;
}

/** What the address says about the chain, in words. */
function chainHint(address: string, chain: ChainId): { text: string; wrong: boolean } {
  const detected = detectChain(address);
  if (detected.kind === "unfit") return { text: detected.problem, wrong: true };
  if (detected.kind === "solana") return { text: "Detected: an address on Solana.", wrong: false };
  if (detected.kind === "evm") return { text: `Detected: an EVM address, looked for on ${chainName(chain)}.`, wrong: false };
  return { text: "Optional: without it the most likely contract of the symbol is looked up.", wrong: false };
}

/** The form: symbol, address and the chain that it fits, tokens to try, calls left, and a key for who has one. */
export function AnalysisForm({ linked, examples, quota, busy, onStart, onKey }: FormProps) {
  const [symbol, setSymbol] = useState(linked.symbol);
  const [address, setAddress] = useState(linked.address);
  const [chain, setChain] = useState<ChainId>(linked.chain);
  const [note, setNote] = useState("");

  const takeAddress = (text: string): void => {
    setAddress(text);
    const { kind } = detectChain(text);
    if (kind === "solana") setChain("solana");
    if (kind === "evm" && chain === "solana") setChain("1");
  };
  const take = (example: Example): void => {
    setSymbol(example.coin_symbol);
    setAddress(example.contract_address);
    setNote(example.note);
    if (isChain(example.chain_id)) setChain(example.chain_id);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    if (symbol.trim() !== "") onStart({ symbol: symbol.trim(), chain, address: address.trim() });
  };
  const hint = chainHint(address, chain);

  return html`
    <section class="ask card" aria-labelledby="ask-title">
      <h1 id="ask-title">Is the panic real?</h1>
      <p class="lead">
        Real crash, false FUD or a whale's manipulation: independent engines look at the contract, the chain, the market and the talk, and
        every step of the verdict can be read.
      </p>
      <form onSubmit=${submit}>
        <div class="field symbol">
          <label for="symbol">Symbol</label>
          <input
            id="symbol"
            name="symbol"
            required
            maxlength="33"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck=${false}
            placeholder="PEPE"
            value=${symbol}
            onInput=${(event: Event) => setSymbol(valueOf(event))}
          />
        </div>
        <div class="field address">
          <label for="address">Contract address</label>
          <input
            id="address"
            name="address"
            autocomplete="off"
            spellcheck=${false}
            placeholder="0x… or base58"
            maxlength="64"
            value=${address}
            aria-describedby="address-hint"
            aria-invalid=${hint.wrong ? "true" : "false"}
            onInput=${(event: Event) => takeAddress(valueOf(event))}
          />
        </div>
        <div class="field chain">
          <label for="chain">Chain</label>
          <select
            id="chain"
            name="chain"
            value=${chain}
            onChange=${(event: Event) => {
              const id = valueOf(event);
              if (isChain(id)) setChain(id);
            }}
          >
            ${chains.map(({ id, name }) => html`<option key=${id} value=${id} selected=${id === chain}>${name}</option>`)}
          </select>
        </div>
        <button class="primary" type="submit" disabled=${busy}>${busy ? "Analysing…" : "Analyse"}</button>
        <p id="address-hint" class=${hint.wrong ? "hint wrong" : "hint"}>${hint.text}</p>
      </form>
      ${
        examples !== undefined &&
        examples.length > 0 &&
        html`<div class="examples">
          <h2 class="inline-title" id="examples-title">Try</h2>
          <ul aria-labelledby="examples-title">
            ${examples.map(
              (example) =>
                html`<li key=${example.contract_address}>
                  <button
                    type="button"
                    class="chip"
                    title=${example.note}
                    aria-pressed=${example.contract_address === address ? "true" : "false"}
                    onClick=${() => take(example)}
                  >
                    ${example.coin_symbol}<span class="muted"> ${chainName(example.chain_id)}</span>
                  </button>
                </li>`,
            )}
          </ul>
        </div>`
      }
      ${note !== "" && html`<p class="hint">${note}</p>`}
      <div class="calls">
        <span data-testid="calls-left">${callsLeft(quota)}</span>
        <details>
          <summary>Use a key</summary>
          <label for="key">Production key</label>
          <input
            id="key"
            type="text"
            class="secret"
            autocomplete="off"
            placeholder="kept in this page only"
            onChange=${(event: Event) => onKey(valueOf(event).trim())}
          />
        </details>
      </div>
    </section>
  `;
}
