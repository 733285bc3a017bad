import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** True once the process is gone, however it went (or when it never started). */
export const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

/** Ends a process by SIGTERM, after `limitMs` by SIGKILL, and resolves when it is gone. */
export async function stopProcess(child: ChildProcess, limitMs: number): Promise<void> {
  if (isGone(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), limitMs);
  await gone;
  clearTimeout(force);
}
