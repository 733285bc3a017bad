import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type EngineName, engineRole, enginesFor } from "@token-sentiment/contract";
import { type Constellation, type ConstellationOptions, startConstellation } from "@token-sentiment/local";

/** What runs besides the gateway. */
export interface BenchServices extends Pick<ConstellationOptions, "replicas" | "env" | "syncInterval"> {
  /** How long each engine takes, ms. */
  engineMs: number;
}

async function startEngine(
  name: EngineName,
  { dataDir, brokerUrl }: Constellation,
  engineMs: number,
): Promise<ChildProcessByStdio<null, Readable, null>> {
  const env = {
    NATS_URL: brokerUrl,
    NATS_NKEY_SEED_FILE: join(dataDir, "nats", "keys", `${engineRole(name)}.nkey`),
    PROBE_PORT: "0",
    LOG_LEVEL: "info",
    ENGINE_CONCURRENCY: "64",
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, "answering-engine.ts"), name, String(engineMs)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) if (line.includes('"msg":"ready"')) break;
  child.stdout.resume();
  return child;
}

/** A market under load. */
export interface BenchMarket extends AsyncDisposable {
  url: string;
  key: string;
  /** Process ids by room: the engines are one room. */
  pids(): Record<string, number[]>;
}

/** A broker, a gateway, aggregators and the engines of an Ethereum token, each a process of its own; the engines answer after a set time. */
export async function startBenchMarket({ engineMs, ...options }: BenchServices): Promise<BenchMarket> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-bench-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const all = stack.use(await startConstellation({ dataDir, services: ["gateway", "aggregator"], ...options }));
  const engines = await Promise.all(enginesFor("1").map((name) => startEngine(name, all, engineMs)));
  stack.defer(async () => {
    await Promise.all(
      engines.map(async (child) => {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }),
    );
  });
  const lifetime = stack.move();
  return {
    url: all.url,
    key: all.key,
    pids() {
      const byRoom: Record<string, number[]> = { engines: engines.map(({ pid }) => pid ?? 0) };
      for (const [name, pid] of Object.entries(all.pids())) (byRoom[name.replace(/-\d+$/, "")] ??= []).push(pid);
      return byRoom;
    },
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}
