import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EngineName, engineRole, enginesFor } from "@token-sentiment/contract";
import { type Constellation, type ConstellationOptions, NODE_FLAGS, startConstellation } from "@token-sentiment/local";
import { type Child, startChild } from "./child.ts";
import type { Side } from "./side.ts";

/** What runs besides the broker. */
export interface BenchServices extends Pick<ConstellationOptions, "env" | "syncInterval"> {
  /** How long each engine takes, ms. */
  engineMs: number;
  /** Processes of each service and of each engine; 1 when omitted. */
  replicas?: { gateway?: number; aggregator?: number; engine?: number };
}

/** Ours under load. */
export interface BenchMarket extends Side {
  /** Of the broker, and the directory of everybody's keys. */
  brokerUrl: string;
  keysDir: string;
}

/** Room for 1.3 million facts of 1.8 KB as they are stored, so that no bench ends at a full stream. */
const MAX_BYTES = 2.5 * 2 ** 30;
/** For all streams together, which reserve their share of it and take little. */
const MAX_FILE_STORE = "20GB";

function startEngine(name: EngineName, { keysDir, brokerUrl }: { keysDir: string; brokerUrl: string }, engineMs: number): Promise<Child> {
  const env = {
    NATS_URL: brokerUrl,
    NATS_NKEY_SEED_FILE: join(keysDir, `${engineRole(name)}.nkey`),
    PROBE_PORT: "0",
    LOG_LEVEL: "info",
    ENGINE_CONCURRENCY: "64",
  };
  const file = join(import.meta.dirname, "answering-engine.ts");
  return startChild(process.execPath, [...NODE_FLAGS, file, name, String(engineMs)], { ready: '"msg":"ready"', env });
}

/** A broker, gateways, aggregators and the engines of an Ethereum token, each a process of its own; the engines answer after a set time. */
export async function startBenchMarket({ engineMs, replicas = {}, env, ...options }: BenchServices): Promise<BenchMarket> {
  const { gateway = 1, aggregator = 1, engine = 1 } = replicas;
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-bench-"));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const ports = new Map<string, number>();
  const all: Constellation = stack.use(
    await startConstellation({
      dataDir,
      maxFileStore: MAX_FILE_STORE,
      services: ["gateway", "aggregator"],
      replicas: { gateway, aggregator },
      env: { PROVISIONER_MAX_BYTES: String(MAX_BYTES), GATEWAY_REPLICAS: String(gateway), ...env },
      onLog: (service, { msg, port }) => void (msg === "ready" && typeof port === "number" && ports.set(service, port)),
      ...options,
    }),
  );
  const keysDir = join(dataDir, "nats", "keys");
  const names = enginesFor("1").flatMap((name) => Array<EngineName>(engine).fill(name));
  const engines = await Promise.all(names.map((name) => startEngine(name, { keysDir, brokerUrl: all.brokerUrl }, engineMs)));
  for (const child of engines) stack.use(child);
  const lifetime = stack.move();
  return {
    name: "ours",
    urls: [...ports.values()].map((port) => `http://127.0.0.1:${port}`),
    headers: { authorization: `Bearer ${all.key}` },
    brokerUrl: all.brokerUrl,
    keysDir,
    pids() {
      const byRoom: Record<string, number[]> = { engines: engines.map(({ pid }) => pid) };
      for (const [name, pid] of Object.entries(all.pids())) (byRoom[name.replace(/-\d+$/, "")] ??= []).push(pid);
      return byRoom;
    },
    [Symbol.asyncDispose]: () => lifetime.disposeAsync(),
  };
}
