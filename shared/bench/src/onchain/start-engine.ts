import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { Evidence, subjects } from "@token-sentiment/contract";
import type { TestBroker } from "@token-sentiment/testing";
import { z } from "zod";

/** The on-chain engine as a process of its own, asked over a real broker. */
export interface RunningEngine extends AsyncDisposable {
  analyze(contract: string): Promise<Evidence>;
  /** The longest delay of its event loop since the last reading, ms. */
  loopDelayMs(): Promise<number>;
  /** The most CPU time that one turn of its event loop took since the last reading, ms: what nobody else got done meanwhile. */
  longestTurnMs(): Promise<number>;
  /** The most memory it had so far, MB. */
  peakMb(): number;
}

const Ready = z.looseObject({ msg: z.string(), probe_port: z.number().optional() });
const Turn = z.object({ longestTurnMs: z.number() });

/** Starts it on one endpoint of chain 1. */
export async function startEngine(broker: TestBroker, rpcUrl: string): Promise<RunningEngine> {
  const main = fileURLToPath(import.meta.resolve("@token-sentiment/engine-onchain").replace("index.ts", "main.ts"));
  const probe = fileURLToPath(new URL("longest-turn.ts", import.meta.url));
  const service = spawn(process.execPath, ["--import", probe, main], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    env: { NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile("engine-onchain"), ENGINE_EVM_RPC_1: rpcUrl, LOG_LEVEL: "info" },
  });
  const { stdout } = service;
  if (!stdout) throw new Error("the engine has no output");
  let port = 0;
  for await (const line of createInterface(stdout)) {
    const { msg, probe_port = 0 } = Ready.parse(JSON.parse(line));
    port = probe_port;
    if (msg === "ready") break;
  }
  stdout.resume();
  const gateway = await broker.open("gateway");
  const platform = await broker.open("aggregator");
  return {
    async analyze(contract_address) {
      const job_id = randomUUID();
      const coin_symbol = job_id.slice(0, 8).toUpperCase();
      const value = {
        job_id,
        request_id: job_id,
        caller: "bench",
        coin_symbol,
        contract_address,
        chain_id: "1",
        expects: ["onchain"],
        budget_ms: 60_000,
      };
      await writeFact(gateway, {
        kind: "request",
        subject: subjects.request("1", job_id),
        value: { ...value, chain_id: "1", expects: ["onchain"] },
      });
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(20)) {
        const fact = (await readJournal(platform, job_id)).find(({ subject }) => subject === subjects.evidence("onchain", job_id));
        if (fact) return Evidence.parse(fact.value);
      }
      throw new Error("the engine gave no evidence within 60 s");
    },
    async loopDelayMs() {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
    },
    async longestTurnMs() {
      const told = once(service, "message");
      service.send({});
      return Turn.parse((await told)[0]).longestTurnMs;
    },
    peakMb: () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024,
    [Symbol.asyncDispose]: async () => {
      service.kill("SIGTERM");
    },
  };
}
