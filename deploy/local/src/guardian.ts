/**
 * A program: outlives its parent by seconds, to end what the parent leaves behind, even after kill -9. It reads lines on stdin:
 * `+<pid>` watch a process group, `-<pid>` forget it, `lock <dir>` / `unlock <dir>`. When stdin ends, the parent is gone.
 */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { type MachineLock, tryLock } from "./machine-lock.ts";

const GRACE_MS = 5000;
const groups = new Set<number>();
const locks = new Map<string, MachineLock>();

const signal = (group: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-group, name);
  } catch {
    return false;
  }
};

/** A dead leader that nobody reaps still answers signals. */
const isZombie = (pid: number): boolean => {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
};

async function obey(line: string): Promise<void> {
  const [verb = "", argument = ""] = line.startsWith("+") || line.startsWith("-") ? [line[0], line.slice(1)] : line.split(/ (.*)/s);
  if (verb === "+") groups.add(Number(argument));
  if (verb === "-") groups.delete(Number(argument));
  if (verb === "unlock") {
    await locks.get(argument)?.[Symbol.asyncDispose]();
    locks.delete(argument);
    process.stdout.write(`unlocked ${argument}\n`);
  }
  if (verb === "lock") {
    const taken = await tryLock(argument);
    if (taken) locks.set(argument, taken);
    process.stdout.write(`${taken ? "locked" : "held"} ${argument}\n`);
  }
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE"] as const) process.on(name, () => undefined);
process.stdout.on("error", () => undefined);
for await (const line of createInterface({ input: process.stdin })) await obey(line);

for (const group of groups) signal(group, "SIGTERM");
for (const deadline = Date.now() + GRACE_MS; Date.now() < deadline; await delay(50)) {
  for (const group of groups) if (!signal(group, 0) || isZombie(group)) groups.delete(group);
  if (groups.size === 0) break;
}
for (const group of groups) signal(group, "SIGKILL");
process.exit(0);
