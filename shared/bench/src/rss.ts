import { readFileSync } from "node:fs";

/** Resident memory of a process, MiB. Linux only: NaN elsewhere. */
export function rssMib(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
