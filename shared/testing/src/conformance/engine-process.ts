import { spawn } from "node:child_process";
import { once } from "node:events";

/** An engine's process, in whatever language. */
export interface EngineProcess extends AsyncDisposable {
  /** Its exit code or the signal that ended it; undefined while it runs. */
  ending(): number | string | undefined;
  /** SIGTERM, and how it ended; "SIGKILL" when it had not by then. */
  stop(limitMs: number): Promise<number | string>;
}

/** Starts `command` by a shell that it replaces, with `settings` added to this process's environment. What it says goes to stderr. */
export function startEngine(command: string, settings: Record<string, string>): EngineProcess {
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const child = spawn("/usr/bin/env", [...variables, "sh", "-c", `exec ${command}`], { stdio: ["ignore", 2, 2] });
  let ending: number | string | undefined;
  const ended = once(child, "exit").then(([code, signal]: (number | string | null)[]) => (ending = signal ?? code ?? 1));
  const stop = async (limitMs: number): Promise<number | string> => {
    const kill = setTimeout(() => child.kill("SIGKILL"), limitMs);
    child.kill("SIGTERM");
    const how = await ended;
    clearTimeout(kill);
    return how;
  };
  return { ending: () => ending, stop, [Symbol.asyncDispose]: async () => void (ending === undefined && (await stop(1000))) };
}
