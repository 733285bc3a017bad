import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Hex, keccak256, size } from "viem";
import { type BytecodeFunction, Reading } from "./functions.ts";

/** Reads what functions a bytecode offers. Disposing ends its process. */
export interface BytecodeReader extends AsyncDisposable {
  /** Undefined when they cannot be told: too large, too slow, or it broke its reader. */
  read: (code: Hex) => Promise<BytecodeFunction[] | undefined>;
}

/** EIP-170's limit of deployed code; anything larger is not worth a process. */
const MAX_CODE_BYTES = 24_576;
const START_MS = 5_000;
const READ_MS = 2_000;
const READINGS_PER_CHILD = 50;
const REMEMBERED = 256;

/** The kernel ends a child that computes for so long in all, also when we are gone. */
const LIMITED = 'ulimit -t 30; exec "$0" "$@"';
const NODE_LIMITS = ["--max-old-space-size=64", "--wasm-max-mem-pages=1024", "--disable-warning=ExperimentalWarning"];

/**
 * A reader of hostile bytecode: one child process with limits on memory and time, and no environment; replaced after fifty readings and
 * whenever it fails.
 */
export function openBytecodeReader(childPath = fileURLToPath(new URL("child.ts", import.meta.url))): BytecodeReader {
  const remembered = new Map<Hex, BytecodeFunction[]>();
  let child: ChildProcess | undefined;
  let readings = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const discard = () => {
    child?.kill("SIGKILL");
    child = undefined;
  };

  const start = async (): Promise<ChildProcess> => {
    const args = ["-c", LIMITED, process.execPath, ...NODE_LIMITS, childPath];
    const started = spawn("sh", args, { stdio: ["ignore", "ignore", "ignore", "ipc"], env: {} });
    started.on("error", () => undefined);
    child = started;
    readings = 0;
    await message(started, START_MS);
    return started;
  };

  const readNow = async (code: Hex): Promise<BytecodeFunction[] | undefined> => {
    try {
      const current = child?.connected && readings < READINGS_PER_CHILD ? child : (discard(), await start());
      readings += 1;
      const answer = message(current, READ_MS);
      current.send(code);
      return Reading.parse(await answer) ?? undefined;
    } catch {
      // too slow, ended, or answered nonsense: all three say that this code cannot be read, and that the child is not to be trusted
      discard();
      return undefined;
    }
  };

  const read = async (code: Hex): Promise<BytecodeFunction[] | undefined> => {
    if (size(code) > MAX_CODE_BYTES) return undefined;
    const hash = keccak256(code);
    const known = remembered.get(hash);
    if (known) return known;
    const reading = queue.then(() => readNow(code));
    queue = reading;
    const functions = await reading;
    if (functions) remembered.set(hash, functions);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest) remembered.delete(oldest);
    return functions;
  };

  return { read, [Symbol.asyncDispose]: async () => discard() };
}

/** The child's next message. Throws when it ends, or takes longer. */
async function message(child: ChildProcess, withinMs: number): Promise<unknown> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(withinMs)]);
  const ended = async () => {
    await once(child, "exit", { signal });
    throw new Error("the bytecode reader ended");
  };
  try {
    const [value] = await Promise.race([once(child, "message", { signal }), ended()]);
    return value;
  } finally {
    over.abort();
  }
}
