import { readdirSync, readFileSync } from "node:fs";

/** Resident memory of a process in MiB, as Linux tells it; NaN of one that is gone. */
export function rssMib(pid: number): number {
  try {
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024);
  } catch {
    return Number.NaN;
  }
}

/** Open files and sockets of a process, as Linux tells it; NaN of one that is gone. */
export function openHandles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return Number.NaN;
  }
}
