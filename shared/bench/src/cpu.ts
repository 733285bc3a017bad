import { readFileSync } from "node:fs";

/** CPU time that a process has used, user and system, ms. Linux only: 0 elsewhere. */
export function cpuMs(pid: number): number {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    // Clock ticks are hundredths of a second wherever Node runs.
    return 10 * (Number(after[11]) + Number(after[12]));
  } catch {
    return 0;
  }
}
