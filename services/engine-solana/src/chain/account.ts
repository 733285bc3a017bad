import { type Address, getAddressDecoder } from "@solana/kit";
import { decodeMint, TYPE_AT } from "./decode-mint.ts";
import type { Mint } from "./mint.ts";

/** An account as the chain holds it. */
export interface Account {
  /** The program that owns it. */
  program: string;
  data: Uint8Array;
}

/** What stands at an address: a mint, or why it is none. */
export type Standing = { kind: "mint"; mint: Mint } | { kind: "other"; what: string };

const PROGRAMS: ReadonlySet<string> = new Set([
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
]);
const SYSTEM = "11111111111111111111111111111111";
const TOKEN_ACCOUNT_BYTES = 165;
const TOKEN_ACCOUNT_TYPE = 2;

/** Tells a mint from everything else that may stand at an address. */
export function standingOf(account: Account | undefined): Standing {
  if (!account) return { kind: "other", what: "there is no account at this address" };
  const { program, data } = account;
  if (program === SYSTEM) return { kind: "other", what: "it is a wallet" };
  if (!PROGRAMS.has(program)) return { kind: "other", what: `it belongs to program ${program}` };
  const mint = decodeMint(data);
  if (mint) return { kind: "mint", mint };
  if (data.length === TOKEN_ACCOUNT_BYTES || data[TYPE_AT] === TOKEN_ACCOUNT_TYPE) {
    return { kind: "other", what: `it is an account that holds tokens of mint ${ofMint(data)}` };
  }
  return { kind: "other", what: "its bytes are not those of an initialised mint" };
}

const ofMint = (data: Uint8Array): Address => getAddressDecoder().decode(data);
