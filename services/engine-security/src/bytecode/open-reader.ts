import { fileURLToPath } from "node:url";
import { openChild } from "@token-sentiment/engine";
import { type Hex, keccak256, size } from "viem";
import { type BytecodeFunction, Reading } from "./functions.ts";

/** Reads what functions a bytecode offers. Disposing ends its process. */
export interface BytecodeReader extends AsyncDisposable {
  /** Undefined when they cannot be told: too large, too slow, or it broke its reader. */
  read: (code: Hex) => Promise<BytecodeFunction[] | undefined>;
}

/** EIP-170's limit of deployed code; anything larger is not worth a process. */
const MAX_CODE_BYTES = 24_576;
const REMEMBERED = 256;
const LIMITS = {
  nodeOptions: ["--max-old-space-size=64", "--wasm-max-mem-pages=1024", "--disable-warning=ExperimentalWarning"],
  cpuSeconds: 30,
  runs: 50,
  runMs: 2_000,
};

/** A reader of hostile bytecode: one child process with limits on memory and time, and no environment. */
export function openBytecodeReader(childPath = fileURLToPath(new URL("child.ts", import.meta.url))): BytecodeReader {
  const remembered = new Map<Hex, BytecodeFunction[]>();
  const child = openChild({ ...LIMITS, path: childPath });

  const read = async (code: Hex): Promise<BytecodeFunction[] | undefined> => {
    if (size(code) > MAX_CODE_BYTES) return undefined;
    const hash = keccak256(code);
    const known = remembered.get(hash);
    if (known) return known;
    const functions = (await child.ask(code, Reading)) ?? undefined;
    if (functions) remembered.set(hash, functions);
    const [oldest] = remembered.keys();
    if (remembered.size > REMEMBERED && oldest) remembered.delete(oldest);
    return functions;
  };

  return { read, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}
