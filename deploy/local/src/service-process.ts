import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { neverOutlive } from "./guard.ts";
import { followLog, type LogLine, parseLogLine } from "./service-log.ts";
import { StartError } from "./start-error.ts";

/** Settings that do not fit: starting again will not help. */
const EXIT_CONFIG = 78;

/** The repository. */
const ROOT = resolve(import.meta.dirname, "../../..");

/**
 * Where Node keeps what it has compiled, types stripped: from the second start on a service is there in half the CPU time, without the
 * compiler's 25 MiB. Node does without where it cannot write.
 */
const COMPILED = join(ROOT, "node_modules", ".cache", "compiled");

/**
 * What Node is started with; the same stands in deploy/Dockerfile. A busy service makes some 100 MB of short-lived objects a second: a young
 * generation of 16 to 32 MiB instead of Node's 1 to 16 collects it for a tenth less CPU of all a job costs. In return a service gives
 * back what its start took (`--expose-gc`, shared/runtime): idle it holds 20 MiB less than with a small one.
 */
export const NODE_FLAGS = ["--min-semi-space-size=16", "--max-semi-space-size=32", "--expose-gc"] as const;

/** What to run: `node services/<room>/src/main.ts` under a name of its own. */
export interface ServiceSpec {
  name: string;
  room: string;
  env: Record<string, string>;
  /** What runs in place of the room's main, with its arguments. */
  program?: readonly [file: string, ...args: string[]] | undefined;
}

/** Where it logs, and who hears of it. */
export interface ServiceSurroundings {
  logDir: string;
  onLine: (service: string, line: LogLine) => void;
}

/** One life of a service. */
export interface ServiceProcess {
  pid: number;
  process: ChildProcess;
  /** The fields of its ready line. Rejects with a StartError when it ends before. */
  ready: Promise<Record<string, unknown>>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** Why it ended, from the last thing it said: its worst log line, or the message of the error that ended it. */
function lastWords(name: string, ending: number | NodeJS.Signals, said: string[]): StartError {
  if (ending === EXIT_CONFIG) return new StartError(`${name} cannot run with these settings: ${said.join("; ")}`);
  const worst = said.map(parseLogLine).findLast((line) => line?.level === "fatal" || line?.level === "error");
  if (worst) return new StartError(`${name}: ${worst.err?.message ?? worst.msg}`);
  const thrown = said.findLast((line) => /^\w*Error\b.*: /.test(line));
  return new StartError(
    `${name} ended (${typeof ending === "number" ? `exit ${ending}` : ending}) before it was ready: ${thrown ?? said.at(-1) ?? "it said nothing"}`,
  );
}

/** Starts one service as a process of its own, which ends when this one does. */
export function startService(
  { name, room, env, program = [join(ROOT, "services", room, "src", "main.ts")] }: ServiceSpec,
  { logDir, onLine }: ServiceSurroundings,
): ServiceProcess {
  const said: string[] = [];
  const { promise: ready, resolve: isReady, reject } = Promise.withResolvers<Record<string, unknown>>();
  ready.catch(() => undefined);
  const log = followLog(join(logDir, `${name}.log`), (text) => {
    if (text.trim() !== "" && said.push(text) > 20) said.shift();
    const line = parseLogLine(text);
    if (line?.msg === "ready") isReady(line);
    if (line) onLine(name, line);
  });
  const child = spawn(process.execPath, [...NODE_FLAGS, ...program], {
    cwd: ROOT,
    detached: true,
    env: { NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ["ignore", log.fd, log.fd],
  });
  neverOutlive(child);
  const ended = once(child, "exit").then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    log.end();
    const ending = signal ?? code ?? 1;
    reject(lastWords(name, ending, said));
    return ending;
  });
  return { pid: child.pid ?? 0, process: child, ready, ended };
}
