import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { TestBroker } from "@token-sentiment/testing";

/** A collector that is a process of its own. */
export interface CollectorProcess extends AsyncDisposable {
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts one and waits until it is ready. */
export async function startCollectorProcess(broker: TestBroker, hosts: string): Promise<CollectorProcess> {
  const env = {
    PATH: process.env["PATH"],
    NATS_URL: broker.url,
    NATS_NKEY_SEED_FILE: broker.seedFile("collector"),
    ENGINE_BLUESKY_JETSTREAM_URL: hosts,
  };
  const main = new URL("../src/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if ((JSON.parse(line) as { msg: string }).msg !== "ready") continue;
    child.stdout.resume();
    return { kill, [Symbol.asyncDispose]: kill };
  }
  throw new Error("the collector ended before it was ready");
}
