import { type ChildProcess, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { isGone } from "./stop-process.ts";

const ANSWER_LIMIT_MS = 10_000;
const watched = new Set<number>();
const answers = new EventEmitter();
let guardian: ChildProcess | undefined;

const unref = (handle: unknown): void => {
  if (typeof handle === "object" && handle !== null && "unref" in handle && typeof handle.unref === "function") handle.unref();
};

function start(): ChildProcess {
  const child = spawn(process.execPath, [join(import.meta.dirname, "guardian.ts")], { detached: true, stdio: ["pipe", "pipe", "ignore"] });
  for (const handle of [child, child.stdin, child.stdout]) unref(handle);
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => answers.emit(line));
  child.on("exit", () => {
    if (guardian !== child) return;
    guardian = undefined;
    if (watched.size > 0) tell(...[...watched].map((pid) => `+${pid}`));
  });
  return child;
}

/** One guardian for this process, started at its first use. */
function tell(...lines: string[]): void {
  guardian ??= start();
  guardian.stdin?.write(lines.map((line) => `${line}\n`).join(""));
}

/** Sends SIGKILL to whatever is left of the process group that `pid` led. */
function sweep(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nothing was left.
  }
}

/**
 * Makes sure that a child, spawned `detached`, and whatever it started end with this process, however this process ends.
 * When the child ends first, what it started is ended at once.
 */
export function neverOutlive(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || isGone(child)) return;
  watched.add(pid);
  tell(`+${pid}`);
  child.once("exit", () => {
    sweep(pid);
    watched.delete(pid);
    tell(`-${pid}`);
  });
}

/** Says `line` and resolves to whichever of `replies` comes back. */
async function ask(line: string, replies: string[]): Promise<string> {
  tell(line);
  const answered = new AbortController();
  const signal = AbortSignal.any([answered.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  // The guardian's handles keep nobody alive, so this does while it waits.
  const alive = setInterval(() => undefined, ANSWER_LIMIT_MS);
  try {
    return await Promise.race(replies.map((reply) => once(answers, reply, { signal }).then(() => reply)));
  } finally {
    clearInterval(alive);
    answered.abort();
  }
}

/** Takes the lock of directory `dir` until disposed, or until this process and all it started are gone. Undefined when another holds it. */
export async function lockWhileRunning(dir: string): Promise<AsyncDisposable | undefined> {
  const [held, locked] = [`held ${dir}`, `locked ${dir}`];
  if ((await ask(`lock ${dir}`, [held, locked])) === held) return undefined;
  return {
    async [Symbol.asyncDispose]() {
      await ask(`unlock ${dir}`, [`unlocked ${dir}`]);
    },
  };
}
