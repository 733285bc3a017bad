import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PEPPER, type TestGateway, waitersIn } from "./gateway.ts";

/** A gateway that is a process of its own. */
export interface GatewayProcess extends AsyncDisposable {
  url: string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code when it is gone, null when a signal ended it. */
  end(): Promise<number | null>;
  /** How many clients wait, by way. */
  waiters(): Promise<Record<string, number>>;
}

/** Starts one on the broker of `gateway`, reached by `brokerUrl`, and waits until it is ready. */
export async function startGatewayProcess(
  { broker }: TestGateway,
  brokerUrl: string,
  more: Record<string, string> = {},
): Promise<GatewayProcess> {
  await using starting = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "tsa-gateway-"));
  starting.defer(() => rm(dir, { recursive: true, force: true }));
  const pepper = join(dir, "pepper");
  await writeFile(pepper, PEPPER);
  const env = {
    PATH: process.env["PATH"],
    NATS_URL: brokerUrl,
    NATS_NKEY_SEED_FILE: broker.seedFile("gateway"),
    GATEWAY_PEPPER_FILE: pepper,
    PORT: "0",
    PROBE_PORT: "0",
    ...more,
  };
  const main = new URL("../src/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  const end = async () => {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
    return child.exitCode;
  };
  starting.defer(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port, probe_port } = JSON.parse(line) as { msg: string; port: number; probe_port: number };
    if (msg !== "ready") continue;
    child.stdout.resume();
    const stack = starting.move();
    return {
      url: `http://127.0.0.1:${port}`,
      kill,
      end,
      waiters: async () => waitersIn(await (await fetch(`http://127.0.0.1:${probe_port}/metrics`)).text()),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }
  throw new Error("the gateway ended before it was ready");
}
