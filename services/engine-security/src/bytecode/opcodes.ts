import { type Hex, hexToBytes } from "viem";

/** What a bytecode's instructions show without running them. */
export interface Opcodes {
  /** SELFDESTRUCT stands where a jump can lead to. */
  selfDestruct: boolean;
  /** Runs code of another contract as its own: DELEGATECALL or CALLCODE. */
  delegates: boolean;
  /** Reads of the environment by which a contract can tell who asks, and when. */
  environment: Record<"ORIGIN" | "EXTCODESIZE" | "TIMESTAMP" | "NUMBER" | "COINBASE" | "GASPRICE", number>;
}

const ENVIRONMENT = { 0x32: "ORIGIN", 0x3b: "EXTCODESIZE", 0x42: "TIMESTAMP", 0x43: "NUMBER", 0x41: "COINBASE", 0x3a: "GASPRICE" } as const;
const JUMPDEST = 0x5b;
const PUSH1 = 0x60;
const PUSH32 = 0x7f;
const SELFDESTRUCT = 0xff;
const DELEGATES = new Set([0xf2, 0xf4]);
/** STOP, JUMP, RETURN, REVERT, INVALID: what follows runs only behind a JUMPDEST. */
const ENDS = new Set([0x00, 0x56, 0xf3, 0xfd, 0xfe, SELFDESTRUCT]);

/** Counts instructions that can run: not the bytes that PUSH carries, nor data and metadata behind the end of the code. */
export function opcodesOf(code: Hex): Opcodes {
  const bytes = hexToBytes(code);
  const targets = pushedNumbers(bytes);
  const environment = { ORIGIN: 0, EXTCODESIZE: 0, TIMESTAMP: 0, NUMBER: 0, COINBASE: 0, GASPRICE: 0 };
  let [selfDestruct, delegates] = [false, false];
  let runs = true;
  for (const [at, op] of instructions(bytes)) {
    if (op === JUMPDEST && targets.has(at)) runs = true;
    if (!runs) continue;
    if (op === SELFDESTRUCT) selfDestruct = true;
    if (DELEGATES.has(op)) delegates = true;
    const name = isEnvironment(op) ? ENVIRONMENT[op] : undefined;
    if (name) environment[name] += 1;
    if (ENDS.has(op)) runs = false;
  }
  return { selfDestruct, delegates, environment };
}

const isEnvironment = (op: number): op is keyof typeof ENVIRONMENT => op in ENVIRONMENT;

function* instructions(bytes: Uint8Array): Generator<[at: number, op: number]> {
  for (let at = 0; at < bytes.length; at++) {
    const op = bytes[at] ?? 0;
    yield [at, op];
    if (op >= PUSH1 && op <= PUSH32) at += op - PUSH1 + 1;
  }
}

/** Numbers that the code pushes: where it may jump to. */
function pushedNumbers(bytes: Uint8Array): Set<number> {
  const pushed = new Set<number>();
  for (const [at, op] of instructions(bytes)) {
    const size = op - PUSH1 + 1;
    if (size < 1 || size > 3) continue;
    pushed.add(bytes.subarray(at + 1, at + 1 + size).reduce((sum, byte) => sum * 256 + byte, 0));
  }
  return pushed;
}
