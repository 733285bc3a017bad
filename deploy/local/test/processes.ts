import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const read = (file: string): string => {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
};

const lives = (pid: number): boolean => /^State:\s+[^Z]/m.test(read(`/proc/${pid}/status`));

/** The processes whose environment holds `text` (a directory that only they were given), by id; without those that only wait to be reaped. */
export const processesOf = (text: string): number[] =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && lives(pid) && read(`/proc/${pid}/environ`).includes(text));

/** True once none of them lives any more; false when one still does after `limitMs`. */
export async function gone(pids: number[], limitMs: number): Promise<boolean> {
  for (const deadline = Date.now() + limitMs; pids.some(lives); await delay(20)) if (Date.now() >= deadline) return false;
  return true;
}
