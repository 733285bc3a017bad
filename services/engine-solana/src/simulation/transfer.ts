import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  lamports,
  partiallySignTransactionMessageWithSigners,
  setTransactionMessageFeePayerSigner,
} from "@solana/kit";
import { FailedTransactionMetadata, LiteSVM } from "litesvm";
import { tokenAccountOf } from "../chain/addresses.ts";
import type { Run, SimulatedAccount, Simulation } from "./protocol.ts";
import { type RefusedBy, refusalIn } from "./refusal.ts";
import { BUYER, SELLER } from "./wallets.ts";

const ASSOCIATED = address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
const SYSTEM = address("11111111111111111111111111111111");
const AMOUNT_AT = 64;
const PLENTY = lamports(10_000_000_000n);
const NOTHING = { programAddress: SYSTEM, data: new Uint8Array(0), executable: false, lamports: lamports(0n), space: 0n };
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;

const reads = (at: Address) => ({ address: at, role: AccountRole.READONLY });
const writes = (at: Address) => ({ address: at, role: AccountRole.WRITABLE });

/** The machine of this process: making one takes longer than a trial, and 8 MiB that are given back late. */
let machine: LiteSVM | undefined;

/** Tries a transfer between two strangers in each epoch, by the programs of the chain, on the mint's real bytes. */
export async function tryTransfers(simulation: Simulation): Promise<Run[]> {
  const runs: Run[] = [];
  for (const epoch of simulation.epochs) runs.push(await tryTransfer(simulation, BigInt(epoch)));
  return runs;
}

/** Without a hook only the chain's own programs run, and what they wrote is wiped; what a hook leaves behind goes with its machine. */
async function tryTransfer(simulation: Simulation, epoch: bigint): Promise<Run> {
  const svm = machine ?? new LiteSVM().withSigverify(false).withTransactionHistory(0n);
  machine = undefined;
  const { run, written } = await transferOn(svm, simulation, epoch);
  if (simulation.hook) return run;
  for (const at of written) svm.setAccount({ ...NOTHING, address: at });
  machine = svm;
  return run;
}

async function transferOn(
  svm: LiteSVM,
  { mint, decimals, amount, hook }: Simulation,
  epoch: bigint,
): Promise<{ run: Run; written: Address[] }> {
  const clock = svm.getClock();
  clock.epoch = epoch;
  svm.setClock(clock);
  svm.setAccount({ ...NOTHING, address: SELLER, lamports: PLENTY });
  put(svm, mint);
  for (const account of hook?.accounts ?? []) put(svm, account);
  if (hook) svm.addProgram(address(hook.program), new Uint8Array(Buffer.from(hook.code, "base64")));

  const [at, program] = [address(mint.address), address(mint.program)];
  const [from, to] = await Promise.all([tokenAccountOf(SELLER, at, program), tokenAccountOf(BUYER, at, program)]);
  const open = (account: Address, owner: Address): Instruction => ({
    programAddress: ASSOCIATED,
    accounts: [
      { address: SELLER, role: AccountRole.WRITABLE_SIGNER },
      writes(account),
      reads(owner),
      reads(at),
      reads(SYSTEM),
      reads(program),
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  });
  const written = [at, from, to, SELLER];
  const opened = await send(svm, [open(from, SELLER), open(to, BUYER)]);
  if (opened) return { written, run: { refused: "account", ...opened } };
  credit(svm, from, BigInt(amount));

  const data = new Uint8Array(10);
  data[0] = TRANSFER_CHECKED;
  new DataView(data.buffer).setBigUint64(1, BigInt(amount), true);
  data[9] = decimals;
  const extras = (hook?.extras ?? []).map((extra) => ({
    address: address(extra.address),
    role: extra.isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
  }));
  const accounts = [writes(from), reads(at), writes(to), { address: SELLER, role: AccountRole.READONLY_SIGNER }, ...extras];
  const moved = await send(svm, [{ programAddress: program, accounts, data }], hook?.program);
  return { written, run: moved ? { refused: "transfer", ...moved } : { delivered: String(balance(svm, to)) } };
}

function put(svm: LiteSVM, { address: at, program, data, executable }: SimulatedAccount): void {
  const bytes = new Uint8Array(Buffer.from(data, "base64"));
  const space = BigInt(bytes.length);
  const rent = lamports(svm.minimumBalanceForRentExemption(space));
  svm.setAccount({ address: address(at), programAddress: address(program), data: bytes, executable, lamports: rent, space });
}

/** Who made the transaction fail; undefined when it went through. */
async function send(svm: LiteSVM, instructions: Instruction[], hook?: string): Promise<RefusedBy | undefined> {
  svm.expireBlockhash();
  const empty = setTransactionMessageFeePayerSigner(createNoopSigner(SELLER), createTransactionMessage({ version: 0 }));
  const timed = svm.setTransactionMessageLifetimeUsingLatestBlockhash(empty);
  const message = appendTransactionMessageInstructions(instructions, timed);
  const result = svm.sendTransaction(await partiallySignTransactionMessageWithSigners(message));
  if (!(result instanceof FailedTransactionMetadata)) return undefined;
  return refusalIn(result.meta().logs(), hook);
}

/** Nobody has to mint: the balance is written in, and the account stays as the program made it, frozen or not. */
function credit(svm: LiteSVM, at: Address, amount: bigint): void {
  const account = svm.getAccount(at);
  if (!account.exists) throw new Error("the program made no account");
  const data = new Uint8Array(account.data);
  new DataView(data.buffer).setBigUint64(AMOUNT_AT, amount, true);
  svm.setAccount({ ...account, data });
}

function balance(svm: LiteSVM, at: Address): bigint {
  const account = svm.getAccount(at);
  if (!account.exists) return 0n;
  return new DataView(new Uint8Array(account.data).buffer).getBigUint64(AMOUNT_AT, true);
}
