import { setTimeout as delay } from "node:timers/promises";
import { type Analyze, createUpstream } from "@token-sentiment/engine";
import { solana } from "@token-sentiment/engine-solana";
import { createLog, createMetrics } from "@token-sentiment/runtime";
import { type Provider, startSolana, startWeb } from "@token-sentiment/sandbox";
import { type Bench, type BenchRow, quantile } from "./bench.ts";

const TIME_MS = 10_000;
const AT_ONCE = 16;

/** One side of the comparison: what the engine may ask. */
interface Side {
  what: string;
  symbol: string;
  /** Path of a node that tells holders; none = they are not asked for. */
  holders?: string;
  checkers?: boolean;
}

const sides: readonly Side[] = [
  { what: "mint, metadata, curve, transfer simulated", symbol: "WARD" },
  { what: "the same, a node that refuses holders", symbol: "WARD", holders: "" },
  { what: "the same, a node that tells holders", symbol: "WARD", holders: "/keyed" },
  { what: "all sources, a pool on Raydium, a node that tells holders", symbol: "BRIAR", holders: "/keyed", checkers: true },
];

interface Opened extends AsyncDisposable {
  analyze: () => Promise<unknown>;
  /** Calls that nodes got. */
  calls: () => number;
}

/** The engine as a process of its own would open it, on a sandbox that answers `latencyMs` late. */
async function open({ symbol, holders, checkers = false }: Side, latencyMs: number): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const sandbox = opening.use(await startSolana());
  let calls = 0;
  const late = (provider: Provider): Provider => ({
    name: provider.name,
    async answer(call) {
      if (provider.name === "solana") calls += 1;
      if (latencyMs > 0) await delay(latencyMs);
      return provider.answer(call);
    },
  });
  const web = opening.use(await startWeb([sandbox.provider, sandbox.rugcheck, sandbox.goplus].map(late)));
  const config = solana.config.parse({
    ENGINE_SOLANA_RPC: web.urlOf("solana"),
    ENGINE_SOLANA_HOLDERS_RPC: holders === undefined ? "" : `${web.urlOf("solana")}${holders}`,
    ENGINE_RUGCHECK_URL: checkers ? web.urlOf("rugcheck") : "",
    ENGINE_GOPLUS_URL: checkers ? web.urlOf("goplus") : "",
  });
  const stack = opening.move();
  const log = createLog("silent", { service: "engine-solana", version: "bench", instance: "bench" });
  const metrics = createMetrics();
  const analyze: Analyze = await solana.open({
    config,
    log,
    stack,
    upstream: (name, options) =>
      stack.use(createUpstream(name, { ...options, concurrency: AT_ONCE * 2, openMs: 1 }, { metrics, budget: undefined })),
  });
  const token = {
    chain_id: "solana" as const,
    coin_symbol: symbol,
    contract_address: sandbox.world.find(({ coin_symbol }) => coin_symbol === symbol)?.contract_address ?? "",
  };
  return {
    analyze: () => analyze(token, { signal: AbortSignal.timeout(TIME_MS), now: Date.now, log }),
    calls: () => calls,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

async function measure(side: Side, latencyMs: number): Promise<Record<string, string>> {
  await using opened = await open(side, latencyMs);
  // the simulator's process, connections and derived addresses are there from the second analysis on
  await opened.analyze();
  const [runs, before] = [latencyMs === 0 ? 100 : 20, opened.calls()];
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    await opened.analyze();
    times.push(performance.now() - began);
  }
  return {
    [`p50 at ${latencyMs} ms`]: ms(quantile(times, 0.5)),
    [`p95 at ${latencyMs} ms`]: ms(quantile(times, 0.95)),
    "calls of nodes": ((opened.calls() - before) / runs).toFixed(1),
  };
}

async function throughput(side: Side): Promise<Record<string, string>> {
  await using opened = await open(side, 0);
  await opened.analyze();
  const [total, began, cpu] = [200, performance.now(), process.cpuUsage()];
  let left = total;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await opened.analyze();
    }),
  );
  const used = process.cpuUsage(cpu);
  return {
    [`analyses/s, ${AT_ONCE} at once`]: ((1000 * total) / (performance.now() - began)).toFixed(0),
    "CPU ms, sandbox included, simulator not": ((used.user + used.system) / 1000 / total).toFixed(1),
  };
}

/** What an analysis costs in time and calls, by what it may ask and how late the answers come. */
export const bench: Bench = {
  title:
    "one Solana analysis in ms, the sandbox answering 0, 50 and 150 ms late (engine and sandbox in one process, the simulator in its own)",
  async run(say) {
    const rows: BenchRow[] = [];
    for (const side of sides) {
      say(side.what);
      let figures: Record<string, string> = {};
      for (const latencyMs of [0, 50, 150]) figures = { ...figures, ...(await measure(side, latencyMs)) };
      rows.push({ what: side.what, figures: { ...figures, ...(await throughput(side)) } });
    }
    return rows;
  },
};
