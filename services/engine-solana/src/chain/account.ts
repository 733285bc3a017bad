import { type Address, address, getAddressDecoder } from "@solana/kit";
import { TOKEN, TOKEN_2022 } from "./addresses.ts";
import { decodeMint, TYPE_AT } from "./decode-mint.ts";
import type { Mint } from "./mint.ts";

/** An account as the chain holds it. */
export interface Account {
  /** The program that owns it. */
  program: string;
  data: Uint8Array;
  executable?: boolean;
}

/** What stands at an address: a mint, or why it is none. */
export type Standing = { kind: "mint"; mint: Mint; program: Address; data: Uint8Array } | { kind: "other"; what: string };

const SYSTEM = "11111111111111111111111111111111";
const TOKEN_ACCOUNT_BYTES = 165;
const TOKEN_ACCOUNT_TYPE = 2;

/** True of the two programs that keep tokens. */
export const isTokenProgram = (program: string): boolean => program === TOKEN || program === TOKEN_2022;

/** Tells a mint from everything else that may stand at an address. */
export function standingOf(account: Account | undefined): Standing {
  if (!account) return { kind: "other", what: "there is no account at this address" };
  const { program, data } = account;
  if (program === SYSTEM) return { kind: "other", what: "it is a wallet" };
  if (!isTokenProgram(program)) return { kind: "other", what: `it belongs to program ${program}` };
  const mint = decodeMint(data);
  if (mint) return { kind: "mint", mint, program: address(program), data };
  if (data.length === TOKEN_ACCOUNT_BYTES || data[TYPE_AT] === TOKEN_ACCOUNT_TYPE) {
    return { kind: "other", what: `it is an account that holds tokens of mint ${ofMint(data)}` };
  }
  return { kind: "other", what: "its bytes are not those of an initialised mint" };
}

const ofMint = (data: Uint8Array): Address => getAddressDecoder().decode(data);
