import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { z } from "zod";
import { abortable } from "./abortable.ts";

/** A process of its own for native code on hostile bytes. Disposing ends it. */
export interface Child extends AsyncDisposable {
  /**
   * Its answer to a message; undefined when it was too slow, died, could not be started or answered nonsense: what it was given cannot be
   * judged by it. One message at a time; those that wait keep their order, and are not sent when the signal aborts before their turn.
   */
  ask<S extends z.ZodType>(message: string | object, answer: S, signal?: AbortSignal): Promise<z.output<S> | undefined>;
}

/** What a child is and may use. */
export interface ChildOptions {
  /** Its entry: sends "ready" once, then one answer to each message, and ends when it is disconnected. */
  path: string;
  /** Arguments of Node, for instance limits of its heap. */
  nodeOptions: readonly string[];
  /** What it may allocate outside of V8's limits too (RLIMIT_DATA); no limit when omitted. */
  dataMiB?: number;
  /** Processor time in all, after which the kernel ends it, also when we are gone. */
  cpuSeconds: number;
  /** Messages to one process; then it is replaced. */
  runs: number;
  /** Of one message. */
  runMs: number;
}

const START_MS = 5_000;
const KIB_PER_MIB = 1024;

/** A child with limits on memory and time, and no environment; started with the first message, replaced after some and whenever it fails. */
export function openChild({ path, nodeOptions, dataMiB, cpuSeconds, runs, runMs }: ChildOptions): Child {
  const data = dataMiB === undefined ? "" : `ulimit -d ${dataMiB * KIB_PER_MIB}; `;
  const limited = `ulimit -c 0; ulimit -t ${cpuSeconds}; ${data}exec "$0" "$@"`;
  let child: ChildProcess | undefined;
  let used = 0;
  let closed = false;
  let queue: Promise<unknown> = Promise.resolve();

  const discard = () => {
    child?.kill("SIGKILL");
    child = undefined;
  };
  const start = async (): Promise<ChildProcess> => {
    const args = ["-c", limited, process.execPath, ...nodeOptions, path];
    const started = spawn("sh", args, { stdio: ["ignore", "ignore", "ignore", "ipc"], env: {} });
    started.on("error", () => undefined);
    child = started;
    used = 0;
    await nextMessage(started, START_MS);
    return started;
  };
  const askNow = async <S extends z.ZodType>(message: string | object, schema: S): Promise<z.output<S> | undefined> => {
    if (closed) return undefined;
    try {
      const current = child?.connected && used < runs ? child : (discard(), await start());
      used += 1;
      const answer = nextMessage(current, runMs);
      current.send(message);
      return schema.parse(await answer);
    } catch {
      // too slow, ended or nonsense: all three say that this message cannot be answered, and that the child is not to be trusted
      discard();
      return undefined;
    }
  };

  return {
    ask(message, schema, signal) {
      const answer = queue.then(() => (signal?.aborted ? undefined : askNow(message, schema)));
      queue = answer;
      return signal ? abortable(answer, signal).catch(() => undefined) : answer;
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      discard();
    },
  };
}

/** The child's next message. Throws when it ends, or takes longer. */
async function nextMessage(child: ChildProcess, withinMs: number): Promise<unknown> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(withinMs)]);
  const ended = async () => {
    await once(child, "exit", { signal });
    throw new Error("the child ended");
  };
  try {
    const [value] = await Promise.race([once(child, "message", { signal }), ended()]);
    return value;
  } finally {
    over.abort();
  }
}
