import { runCommand } from "./run-command.ts";

/** Below this the client drops TTLs and schedules without an error. */
export const MINIMUM_NATS_SERVER = "2.12.0";

/** `v2.15.1` and `2.15.1` alike, as numbers; undefined when it is no version. */
const numbersOf = (version: string): number[] | undefined => /(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);

/** Negative when `a` is older than `b`. What is no version is older than any. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a) ?? [], numbersOf(b) ?? []];
  for (let index = 0; index < 3; index += 1) {
    const difference = (left[index] ?? -1) - (right[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What `nats-server --version` says, e.g. `2.15.1`. @throws Error when it cannot be run or says no version. */
export async function natsServerVersion(bin: string): Promise<string> {
  const { stdout, stderr } = await runCommand(bin, ["--version"], { timeoutMs: 10_000 });
  const version = numbersOf(stdout || stderr)?.join(".");
  if (version === undefined) throw new Error(`${bin} --version says no version`);
  return version;
}
