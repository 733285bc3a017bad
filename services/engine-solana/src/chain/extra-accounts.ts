import { type Address, getAddressDecoder, type ReadonlyUint8Array } from "@solana/kit";
import { accountOf, seedOf } from "./addresses.ts";

/** What a hook's wishes are resolved against. */
export interface HookCall {
  program: Address;
  /** Source, mint, destination, authority, the list itself; then what was resolved before. */
  keys: Address[];
  /** Bytes of those accounts, as far as they are known. */
  data: (Uint8Array | undefined)[];
  /** Of the instruction that the hook is called with. */
  instruction: Uint8Array;
}

/** One account that a hook wants beside those of the transfer. */
export interface ExtraAccount {
  address: Address;
  isSigner: boolean;
  isWritable: boolean;
}

/** Discriminator of "execute" (spl-transfer-hook-interface), and of its entry in the list of accounts. */
export const EXECUTE = [105, 37, 101, 197, 75, 251, 102, 26];
const HEADER_BYTES = 12;
const ENTRY_BYTES = 35;
const EXTRAS_MAX = 16;
const OF_OTHER_PROGRAM = 128;

/** The wished accounts in their order; undefined when one of them cannot be derived from what is known. Never throws. */
export async function extraAccounts(list: Uint8Array, call: HookCall): Promise<ExtraAccount[] | undefined> {
  const bytes = new DataView(list.buffer, list.byteOffset, list.byteLength);
  if (list.length < HEADER_BYTES + 4 || !EXECUTE.every((byte, index) => list[index] === byte)) return undefined;
  const count = bytes.getUint32(HEADER_BYTES, true);
  if (count > EXTRAS_MAX || HEADER_BYTES + 4 + count * ENTRY_BYTES > list.length) return undefined;
  const known: HookCall = { ...call, keys: [...call.keys], data: [...call.data] };
  const extras: ExtraAccount[] = [];
  for (let entry = 0; entry < count; entry++) {
    const at = HEADER_BYTES + 4 + entry * ENTRY_BYTES;
    const address = await resolve(list[at] ?? 0, list.subarray(at + 1, at + 33), known);
    if (address === undefined) return undefined;
    known.keys.push(address);
    known.data.push(undefined);
    extras.push({ address, isSigner: list[at + 33] === 1, isWritable: list[at + 34] === 1 });
  }
  return extras;
}

/** 0 = an address; 1 = an account of the hook program; from 128 on = an account of the program at that index. */
async function resolve(kind: number, config: Uint8Array, call: HookCall): Promise<Address | undefined> {
  if (kind === 0) return getAddressDecoder().decode(config);
  const program = kind === 1 ? call.program : call.keys[kind - OF_OTHER_PROGRAM];
  const seeds = program !== undefined && (kind === 1 || kind >= OF_OTHER_PROGRAM) ? seedsOf(config, call) : undefined;
  if (program === undefined || !seeds) return undefined;
  return accountOf(program, ...seeds).catch(() => undefined);
}

/** 1 = literal bytes, 2 = of the instruction, 3 = an address, 4 = of an account; 0 ends the list. */
function seedsOf(config: Uint8Array, { keys, data, instruction }: HookCall): ReadonlyUint8Array[] | undefined {
  const seeds: ReadonlyUint8Array[] = [];
  const part = (of: Uint8Array | undefined, from = 0, length = 0) =>
    of && from + length <= of.length ? of.subarray(from, from + length) : undefined;
  for (let at = 0; at < config.length && config[at] !== 0;) {
    const [a, b, c] = [config[at + 1], config[at + 2], config[at + 3]];
    let seed: ReadonlyUint8Array | undefined;
    let width = 0;
    switch (config[at] ?? 0) {
      case 1:
        [seed, width] = [part(config, at + 2, a), 2 + (a ?? 0)];
        break;
      case 2:
        [seed, width] = [part(instruction, a, b), 3];
        break;
      case 3: {
        const key = keys[a ?? -1];
        [seed, width] = [key === undefined ? undefined : seedOf(key), 2];
        break;
      }
      case 4:
        [seed, width] = [part(data[a ?? -1], b, c), 4];
        break;
      default:
        return undefined;
    }
    if (!seed) return undefined;
    seeds.push(seed);
    at += width;
  }
  return seeds;
}
