import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestBroker } from "@token-sentiment/testing";
import { SECRET } from "./notifier.ts";

/** A notifier that is a process of its own. */
export interface NotifierProcess extends AsyncDisposable {
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts one that may reach loopback, and waits until it is ready. */
export async function startNotifierProcess(broker: TestBroker): Promise<NotifierProcess> {
  const dir = await mkdtemp(join(tmpdir(), "tsa-notifier-"));
  const file = join(dir, "secret");
  await writeFile(file, SECRET);
  const env = {
    PATH: process.env["PATH"],
    NATS_URL: broker.url,
    NATS_NKEY_SEED_FILE: broker.seedFile("notifier"),
    WEBHOOK_SECRET_FILE: file,
    WEBHOOK_ALLOW_PRIVATE: "true",
    PROBE_PORT: "0",
  };
  const main = new URL("../src/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const kill = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    await rm(dir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    if ((JSON.parse(line) as { msg: string }).msg !== "ready") continue;
    child.stdout.resume();
    return { kill, [Symbol.asyncDispose]: kill };
  }
  throw new Error("the notifier ended before it was ready");
}
