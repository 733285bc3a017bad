import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PEPPER, type TestGateway } from "./gateway.ts";

/** A gateway that is a process of its own. */
export interface GatewayProcess extends AsyncDisposable {
  url: string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts one on the broker of `gateway`, reached by `brokerUrl`, and waits until it is ready. */
export async function startGatewayProcess({ broker }: TestGateway, brokerUrl: string): Promise<GatewayProcess> {
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
  };
  const main = new URL("../src/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "inherit"] });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  starting.defer(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port } = JSON.parse(line) as { msg: string; port: number };
    if (msg !== "ready") continue;
    child.stdout.resume();
    const stack = starting.move();
    return { url: `http://127.0.0.1:${port}`, kill, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  }
  throw new Error("the gateway ended before it was ready");
}
