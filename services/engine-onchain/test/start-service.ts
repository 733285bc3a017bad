import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { Evidence, subjects } from "@token-sentiment/contract";
import type { TestBroker } from "@token-sentiment/testing";

/** The engine as a process of its own, asked over a real broker. */
export interface Service extends AsyncDisposable {
  analyze(contract_address: string): Promise<Evidence>;
  /** Asks it to end, and answers its exit code and signal. */
  stop(): Promise<unknown[]>;
}

const PATIENCE_MS = 20_000;

/** Starts it on one endpoint of chain 1; past a heap of `heapMb` it dies. */
export async function startService(broker: TestBroker, rpcUrl: string, heapMb = 512): Promise<Service> {
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const service = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      NATS_URL: broker.url,
      NATS_NKEY_SEED_FILE: broker.seedFile("engine-onchain"),
      ENGINE_EVM_RPC_1: rpcUrl,
    },
  });
  for await (const line of createInterface(service.stdout)) if (line.includes('"msg":"ready"')) break;
  const gateway = await broker.open("gateway");
  const platform = await broker.open("aggregator");
  return {
    async analyze(contract_address) {
      const job_id = randomUUID();
      const asked = { job_id, request_id: job_id, caller: "test", coin_symbol: "ANY", contract_address, chain_id: "1" } as const;
      await writeFact(gateway, {
        kind: "request",
        subject: subjects.request("1", job_id),
        value: { ...asked, expects: ["onchain"], budget_ms: 60_000 },
      });
      const subject = subjects.evidence("onchain", job_id);
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(50)) {
        const fact = (await readJournal(platform, job_id)).find((one) => one.subject === subject);
        if (fact) return Evidence.parse(fact.value);
      }
      throw new Error("the engine gave no evidence");
    },
    async stop() {
      const exited = once(service, "exit");
      service.kill("SIGTERM");
      return exited;
    },
    [Symbol.asyncDispose]: async () => void service.kill("SIGKILL"),
  };
}
