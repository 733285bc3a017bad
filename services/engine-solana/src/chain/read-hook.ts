import { type Address, getAddressDecoder } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { SimulatedAccount, SimulatedHook } from "../simulation/protocol.ts";
import { BUYER, SELLER } from "../simulation/wallets.ts";
import type { Account } from "./account.ts";
import { accountOf, seedOf, tokenAccountOf } from "./addresses.ts";
import { EXECUTE, extraAccounts } from "./extra-accounts.ts";
import { readAccounts } from "./read-accounts.ts";
import { HOLDING_BYTES } from "./token-account.ts";

/** The hook of a mint, ready to be executed, or why it cannot be. `missing`: nobody gave it away, and the next time somebody may. */
export type HookReading = { kind: "whole"; hook: SimulatedHook } | { kind: "gated"; why: string } | { kind: "missing"; why: string };

/** A transfer that calls a hook. */
export interface HookedTransfer {
  mint: Address;
  tokenProgram: Address;
  hook: Address;
  data: Uint8Array;
  amount: bigint;
}

const FINAL_LOADER = "BPFLoader2111111111111111111111111111111111";
const UPGRADEABLE_LOADER = "BPFLoaderUpgradeab1e11111111111111111111111";
const NATIVE_LOADER = "NativeLoader1111111111111111111111111111111";
const CODE_AT = 45;
const PROGRAM_BYTES = 36;
/** Programs that the simulator has of itself. */
const PRESENT: ReadonlySet<string> = new Set([
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
]);

/** Fetches a hook's program and the accounts that it wants, in two calls. @throws UnavailableError */
async function readHook(endpoints: readonly Upstream[], transfer: HookedTransfer, signal: AbortSignal): Promise<HookReading> {
  const { mint, hook } = transfer;
  const list = await accountOf(hook, "extra-account-metas", seedOf(mint));
  const { accounts } = await readAccounts(endpoints, { at: [hook, list] }, signal);
  const [program, listed] = accounts;
  const codeAt = program && codeOf(program, hook);
  if (!codeAt) return { kind: "gated", why: "there is no program at its address" };
  if (listed && listed.program !== hook) return { kind: "gated", why: "its list of accounts is not its own" };
  const extras = listed ? await extraAccounts(listed.data, await callOf(transfer, list)) : [];
  if (!extras) return { kind: "gated", why: "its accounts cannot be derived" };
  if (extras.some(({ isSigner }) => isSigner)) return { kind: "gated", why: "it wants another signature" };

  const at = [codeAt, ...extras.map(({ address }) => address)];
  const [code, ...found] = (await readAccounts(endpoints, { at }, signal)).accounts;
  const bytes = code?.program === UPGRADEABLE_LOADER ? code.data.subarray(CODE_AT) : code?.data;
  if (!bytes) return { kind: "gated", why: "its code is not there" };
  const calls = found.some((account, index) => account?.executable === true && !isPresent(account, extras[index]?.address));
  if (calls) return { kind: "gated", why: "it calls another program" };
  const shown = (account: Account | undefined, address: Address | undefined): SimulatedAccount[] =>
    account && address !== undefined && !account.executable
      ? [{ address, program: account.program, data: Buffer.from(account.data).toString("base64"), executable: false }]
      : [];
  const reads = (address: Address) => ({ address, isWritable: false, isSigner: false });
  return {
    kind: "whole",
    hook: {
      program: hook,
      code: Buffer.from(bytes).toString("base64"),
      extras: [...extras, reads(hook), ...(listed ? [reads(list)] : [])],
      accounts: [...shown(listed, list), ...found.flatMap((account, index) => shown(account, extras[index]?.address))],
    },
  };
}

const isPresent = ({ program }: Account, at: Address | undefined): boolean => program === NATIVE_LOADER || PRESENT.has(at ?? "");

/** Where a program's code lies. */
function codeOf({ program, data, executable }: Account, at: Address): Address | undefined {
  if (executable !== true) return undefined;
  if (program === FINAL_LOADER) return at;
  return program === UPGRADEABLE_LOADER && data.length >= PROGRAM_BYTES ? getAddressDecoder().decode(data, 4) : undefined;
}

/** The accounts of the trial, as the hook will see them. */
async function callOf({ mint, tokenProgram, hook, data, amount }: HookedTransfer, list: Address) {
  const [from, to] = await Promise.all([tokenAccountOf(SELLER, mint, tokenProgram), tokenAccountOf(BUYER, mint, tokenProgram)]);
  const holding = (owner: Address, held: bigint): Uint8Array => {
    const bytes = new Uint8Array(HOLDING_BYTES);
    bytes.set(seedOf(mint), 0);
    bytes.set(seedOf(owner), 32);
    new DataView(bytes.buffer).setBigUint64(64, held, true);
    return bytes;
  };
  const instruction = new Uint8Array(EXECUTE.length + 8);
  instruction.set(EXECUTE);
  new DataView(instruction.buffer).setBigUint64(EXECUTE.length, amount, true);
  return {
    program: hook,
    keys: [from, mint, to, SELLER, list],
    data: [holding(SELLER, amount), data, holding(BUYER, 0n), undefined, undefined],
    instruction,
  };
}

/** A trial without the hook's code is none. */
export async function hookOf(endpoints: readonly Upstream[], transfer: HookedTransfer, signal: AbortSignal): Promise<HookReading> {
  try {
    return await readHook(endpoints, transfer, signal);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { kind: "missing", why: "the code of its transfer hook could not be fetched" };
  }
}
