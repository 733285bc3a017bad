import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test, vi } from "vitest";
import { upstreams } from "../src/upstreams.ts";
import { gone, processesOf } from "./processes.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

interface Launch {
  process: ChildProcess;
  dataDir: string;
  /** All that was printed so far. */
  printed(): string;
  /** Resolves with what was printed once it says `text`; rejects when it ends before. */
  says(text: string): Promise<string>;
}

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "tsa-start-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** What `npm start` runs, on a data directory of its own. */
function npmStart(env: Record<string, string> = {}, dataDir = scratch(), args: string[] = []): Launch {
  const child = spawn(process.execPath, ["deploy/local/bootstrap.mjs", "start", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => (printed += String(chunk)));
  return {
    process: child,
    dataDir,
    printed: () => printed,
    says: (text) =>
      new Promise((found, lost) => {
        const look = (): void => (printed.includes(text) ? found(printed) : undefined);
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        child.on("exit", () => lost(new Error(`ended, saying: ${printed}`)));
        look();
      }),
  };
}

test("the copied command brings a verdict, and SIGTERM leaves nothing within 10 s", async () => {
  const local = npmStart();
  const printed = await local.says("?wait=20");
  expect(printed).toMatch(/^ready in \d+\.\d s: http:\/\/127\.0\.0\.1:\d+ /);
  const command = printed.split("\n").find((line) => line.startsWith("  curl "));
  const { stdout } = await promisify(execFile)("sh", ["-c", command ?? "false"]);
  expect(JSON.parse(stdout)).toMatchObject({ status: "completed", payload: { status: "ok" } });

  const all = processesOf(local.dataDir);
  expect(all.length).toBeGreaterThan(6);
  const started = Date.now();
  const ended = once(local.process, "exit");
  local.process.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await gone(all, 500)).toBe(true);
  expect(Date.now() - started).toBeLessThan(10_000);
});

test(
  "kill -9 of npm start, or of the launcher itself, leaves nothing within 10 s, and the same data starts again",
  { timeout: 180_000 },
  async () => {
    const dataDir = scratch();
    const victims = [(local: Launch) => local.process.pid ?? 0, (local: Launch) => launcherOf(local)];
    for (const victim of victims) {
      const local = npmStart({}, dataDir);
      await local.says("ready in");
      const all = processesOf(dataDir);
      process.kill(victim(local), "SIGKILL");
      expect(await gone(all, 10_000)).toBe(true);
    }
    const again = npmStart({}, dataDir);
    await again.says("ready in");
    again.process.kill("SIGINT");
    await once(again.process, "exit");
  },
);

const launcherOf = (local: Launch): number =>
  processesOf(local.dataDir).find((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("deploy/local/src/main.ts")) ?? 0;

test("a port in use is one sentence and exit code 1, and leaves nothing", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const local = npmStart({ PORT: String(typeof address === "object" ? address?.port : 0) });
  expect(await once(local.process, "exit")).toEqual([1, null]);
  expect(local.printed()).toMatch(/^cannot start: port \d+ is in use: [^\n]*\n$/);
  // The guardian notices the end of what it guards a moment later.
  expect(await gone(processesOf(local.dataDir), 1000)).toBe(true);
});

test("a broker that is too old is one sentence and exit code 1", async () => {
  const old = join(scratch(), "nats-server");
  writeFileSync(old, "#!/bin/sh\necho 'nats-server: v2.9.10'\n", { mode: 0o755 });
  const local = npmStart({ NATS_SERVER_BIN: old });
  expect(await once(local.process, "exit")).toEqual([1, null]);
  expect(local.printed()).toMatch(/^cannot start: [^\n]* is nats-server 2\.9\.10, but 2\.12\.0 or later is needed: [^\n]*\n$/);
  // The guardian notices the end of what it guards a moment later.
  expect(await gone(processesOf(local.dataDir), 1000)).toBe(true);
});

test("a signal half way ends the start and leaves nothing", async () => {
  const local = npmStart();
  await vi.waitFor(() => expect(processesOf(local.dataDir).length).toBeGreaterThan(4), { timeout: 20_000, interval: 20 });
  const all = processesOf(local.dataDir);
  local.process.kill("SIGTERM");
  expect(await once(local.process, "exit")).toEqual([0, null]);
  expect(await gone([...all, ...processesOf(local.dataDir)], 1000)).toBe(true);
});

test("--live starts without a sandbox, names the sources that cannot be reached, and guesses nothing without them", async () => {
  const nowhere = Object.fromEntries(upstreams.map(({ variable }) => [variable, "http://127.0.0.1:9"]));
  const local = npmStart(nowhere, scratch(), ["--live"]);
  const printed = await local.says("?wait=20");
  const names = upstreams.map(({ name }) => name).join(", ");
  expect(printed).toContain(`cannot be reached: ${names};`);
  expect(processesOf(local.dataDir).some((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("services/sandbox"))).toBe(false);
  const command = printed.split("\n").find((line) => line.startsWith("  curl "));
  const { stdout } = await promisify(execFile)("sh", ["-c", command ?? "false"]);
  expect(JSON.parse(stdout)).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/^no analysis engine could observe the token: /),
  });
  local.process.kill("SIGTERM");
  expect(await once(local.process, "exit")).toEqual([0, null]);
});
