import type { Signal } from "@token-sentiment/contract";
import { type Analysis, type Context, UnavailableError, type Upstream, type UpstreamOptions } from "@token-sentiment/engine";
import { solana } from "@token-sentiment/engine-solana";
import { createLog } from "@token-sentiment/runtime";
import { type MintedSolana, mintSolana, type Provider, startSolana, startWeb } from "@token-sentiment/sandbox";
import { z } from "zod";

/** The engine on an open line to the sandbox's Solana, without a broker. */
export interface Opened extends AsyncDisposable {
  /** One attempt, within the engine's own time when none is given, ms. */
  analyze: (address: string, withinMs?: number) => Promise<Analysis>;
  /** Mint of a symbol. */
  mintOf: (symbol: string) => string;
}

/** What stands between the engine and the sandbox. */
export interface Changes {
  /** Replaces a provider, or changes its answers. */
  change?: (provider: Provider) => Provider;
  /** Paths of RPC endpoints, in the order in which they are asked. */
  endpoints?: readonly string[];
  /** Path of the RPC that tells holders; none when omitted. */
  holders?: string;
  /** False = no transfer is tried: its process takes half a second to start. */
  simulates?: boolean;
  /** Looks through the launch, by that RPC. */
  scansLaunch?: boolean;
  /** Sources that are configured at all; all three when omitted. */
  asks?: readonly ("solana" | "rugcheck" | "goplus")[];
}

const TIME_MS = 10_000;
/** Nobody writes to it: a file of tests makes it once. */
let minted: Promise<MintedSolana> | undefined;

/** Opens engine and sandbox; everything between them is real HTTP on loopback. */
export async function openSolana({
  change = (provider) => provider,
  endpoints = [""],
  holders,
  scansLaunch = false,
  simulates = true,
  asks = ["solana", "rugcheck", "goplus"],
}: Changes = {}): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const sandbox = opening.use(await startSolana(Date.now, await (minted ??= mintSolana())));
  const web = opening.use(await startWeb([sandbox.provider, sandbox.rugcheck, sandbox.goplus].map(change)));
  const urlOf = (source: "solana" | "rugcheck" | "goplus") => (asks.includes(source) ? web.urlOf(source) : "");
  const config = solana.config.parse({
    ENGINE_SOLANA_RPC: endpoints.map((path) => (asks.includes("solana") ? `${web.urlOf("solana")}${path}` : "")).join(","),
    ENGINE_SOLANA_HOLDERS_RPC: holders === undefined ? "" : `${web.urlOf("solana")}${holders}`,
    ENGINE_SOLANA_SIMULATION: simulates ? "on" : "off",
    ENGINE_SOLANA_LAUNCH_SCAN: scansLaunch ? "on" : "off",
    ENGINE_RUGCHECK_URL: urlOf("rugcheck"),
    ENGINE_GOPLUS_URL: urlOf("goplus"),
  });
  const stack = opening.move();
  const log = createLog("silent", { service: "engine-solana", version: "test", instance: "test" });
  const analyze = await solana.open({ config, log, stack, upstream: plainUpstream });
  return {
    analyze: (contract_address, withinMs = TIME_MS) => {
      const context: Context = { signal: AbortSignal.timeout(withinMs), now: () => Date.now(), log };
      return analyze({ chain_id: "solana", contract_address, coin_symbol: "TEST" }, context);
    },
    mintOf: (symbol) => sandbox.world.find(({ coin_symbol }) => coin_symbol === symbol)?.contract_address ?? "",
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** `code: status`, with `!` on what decides alone. */
export const outline = (signals: readonly Signal[]): string[] =>
  signals.map(({ code, status, critical }) => `${code}: ${status}${critical ? "!" : ""}`);

export const find = (signals: readonly Signal[], code: string): Signal | undefined => signals.find((signal) => signal.code === code);

/** A provider whose JSON answers pass through `edit`. */
export function edited(provider: Provider, edit: (json: Record<string, unknown>) => unknown): Provider {
  return {
    name: provider.name,
    async answer(call) {
      const answer = await provider.answer(call);
      return { ...answer, json: edit(z.record(z.string(), z.unknown()).parse(answer.json)) };
    },
  };
}

/** An upstream without the kit's retries and circuit, whose own tests are the kit's. */
function plainUpstream(name: string, { baseUrl, timeoutMs = 4000 }: UpstreamOptions): Upstream {
  return {
    circuit: "closed",
    async request(schema, { method = "GET", path = "", query = {}, body, signal }) {
      const url = new URL(`${baseUrl}${path}`);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, {
        method,
        signal: limit,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new UnavailableError(`${name} could not be reached`, { cause });
      });
      if (!response.ok) throw new UnavailableError(`${name} answered ${response.status}`, { status: response.status });
      const text = await response.text();
      try {
        return schema.parse(JSON.parse(text));
      } catch (cause) {
        throw new UnavailableError(`${name} sent an answer of another shape`, { cause });
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
