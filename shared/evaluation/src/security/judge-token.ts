import { type Context, UnavailableError, type Upstream } from "@token-sentiment/engine";
import { security } from "@token-sentiment/engine-security";
import type { Signal } from "@token-sentiment/contract";
import { createLog } from "@token-sentiment/runtime";
import type { Class } from "./labels.ts";

/** The engine on two local chains, over real HTTP. */
export interface Judge extends AsyncDisposable {
  signalsOf: (address: string, chain: "1" | "56") => Promise<Signal[]>;
}

/** Opens the security engine on those endpoints, as its service would. */
export async function openJudge(urls: { "1": string; "56": string }): Promise<Judge> {
  const stack = new AsyncDisposableStack();
  const log = createLog("silent", { service: "evaluation", version: "0", instance: "0" });
  const config = security.config.parse({ ENGINE_EVM_RPC_1: urls["1"], ENGINE_EVM_RPC_56: urls["56"] });
  const analyze = await security.open({ config, log, stack, upstream: (name, { baseUrl }) => direct(name, baseUrl) });
  return {
    signalsOf: async (contract_address, chain_id) => {
      const context: Context = { signal: AbortSignal.timeout(60_000), now: () => Date.now(), log };
      return (await analyze({ chain_id, contract_address, coin_symbol: "TOKEN" }, context)).signals;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const direct = (name: string, url: string): Upstream => ({
  circuit: "closed",
  request: async (schema, { method = "GET", body, signal }) => {
    try {
      const response = await fetch(url, { method, signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return schema.parse(await response.json());
    } catch (error) {
      throw new UnavailableError(`${name} could not be asked`, { cause: error });
    }
  },
  [Symbol.asyncDispose]: async () => undefined,
});

const hit = (signals: readonly Signal[], ...codes: string[]): boolean =>
  signals.some(({ code, status }) => status === "hit" && codes.includes(code));
const told = (signals: readonly Signal[], ...codes: string[]): boolean =>
  codes.every((code) => signals.some((signal) => signal.code === code && (signal.status === "hit" || signal.status === "clear")));

/** What the engine's lines say of a class of the ground truth; undefined: they do not tell. */
export function verdictOf(name: Class, signals: readonly Signal[]): boolean | undefined {
  const lines = { Mint: ["mint"], Leak: ["destroy_balance"], Limit: ["block_holder"] }[name];
  const more = { Mint: ["inflating_sale"], Leak: ["leak"], Limit: ["cannot_sell", "delayed_trap", "closed_gate"] }[name];
  if (hit(signals, ...lines, ...more)) return true;
  return told(signals, ...lines) ? false : undefined;
}

/** The log-weights of all lines for each scenario, as far as they can be trusted. */
export function weightsOf(signals: readonly Signal[]): { real_crash: number; false_fud: number } {
  const sum = (of: "real_crash" | "false_fud"): number =>
    signals.reduce((total, { weights, reliability }) => total + reliability * weights[of], 0);
  return { real_crash: sum("real_crash"), false_fud: sum("false_fud") };
}
