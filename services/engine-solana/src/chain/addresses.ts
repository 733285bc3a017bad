import { type Address, address, getAddressEncoder, getProgramDerivedAddress, type ReadonlyUint8Array } from "@solana/kit";

/** SPL Token and Token-2022. */
export const TOKEN = address("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA");
export const TOKEN_2022 = address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
/** Programs by what they keep: metadata, launch curves, pools. */
export const METAPLEX = address("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
export const PUMP = address("6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P");
export const PUMP_SWAP = address("pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA");
export const RAYDIUM_V4 = address("675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8");
export const RAYDIUM_CPMM = address("CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C");

const ASSOCIATED = address("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL");
export const WRAPPED_SOL = address("So11111111111111111111111111111111111111112");
/** Holds the shares that Raydium's Burn & Earn locks: PDA(LockrWmn…, "lock_cp_authority_seed"). */
export const RAYDIUM_LOCKER = address("3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH");

const bytesOf = getAddressEncoder();

/** An account of a program, from texts, bytes and addresses that name it. */
export async function accountOf(program: Address, ...seeds: readonly (string | ReadonlyUint8Array)[]): Promise<Address> {
  const [derived] = await getProgramDerivedAddress({ programAddress: program, seeds: [...seeds] });
  return derived;
}
/** An address as a seed. */
export const seedOf = (of: Address): ReadonlyUint8Array => bytesOf.encode(of);

/** The token account that an owner has by default. */
export const tokenAccountOf = (owner: Address, mint: Address, program: Address = TOKEN): Promise<Address> =>
  accountOf(ASSOCIATED, seedOf(owner), seedOf(program), seedOf(mint));

/** Where a mint's other accounts stand, whether they are there or not. */
export interface Whereabouts {
  metaplex: Address;
  curve: Address;
  /** The pool to which pump.fun moves a token, and its shares. */
  pumpPool: Address;
  pumpShares: Address;
  /** Its pools against SOL on Raydium CPMM, one for each of the fee tiers. */
  cpmmPools: Address[];
}

const FEE_TIERS = [0, 1, 2, 3];
const REMEMBERED = 512;
const known = new Map<Address, Promise<Whereabouts>>();
let tiers: Promise<Address[]> | undefined;

/** Derives them once a mint: each takes half a millisecond. */
export function whereaboutsOf(mint: Address): Promise<Whereabouts> {
  const found = known.get(mint) ?? derive(mint);
  known.delete(mint);
  known.set(mint, found);
  const [oldest] = known.keys();
  if (known.size > REMEMBERED && oldest) known.delete(oldest);
  return found;
}

async function derive(mint: Address): Promise<Whereabouts> {
  tiers ??= Promise.all(FEE_TIERS.map((tier) => accountOf(RAYDIUM_CPMM, "amm_config", new Uint8Array([0, tier]))));
  const [metaplex, curve, { at: pumpPool, shares: pumpShares }, configs] = await Promise.all([
    accountOf(METAPLEX, "metadata", seedOf(METAPLEX), seedOf(mint)),
    accountOf(PUMP, "bonding-curve", seedOf(mint)),
    pumpPoolOf(mint, WRAPPED_SOL),
    tiers,
  ]);
  const [first, second] = inOrder(seedOf(mint), seedOf(WRAPPED_SOL));
  const pools = configs.map((config) => accountOf(RAYDIUM_CPMM, "pool", seedOf(config), first, second));
  return {
    metaplex,
    curve,
    pumpPool,
    pumpShares,
    cpmmPools: await Promise.all(pools),
  };
}

/** Where pump.fun moves a token that is sold out, and the shares of that pool. */
export async function pumpPoolOf(mint: Address, quote: Address): Promise<{ at: Address; shares: Address }> {
  const authority = await accountOf(PUMP, "pool-authority", seedOf(mint));
  const at = await accountOf(PUMP_SWAP, "pool", new Uint8Array([0, 0]), seedOf(authority), seedOf(mint), seedOf(quote));
  return { at, shares: await accountOf(PUMP_SWAP, "pool_lp_mint", seedOf(at)) };
}

/** Raydium keeps the smaller mint first. */
const inOrder = (a: ReadonlyUint8Array, b: ReadonlyUint8Array): [ReadonlyUint8Array, ReadonlyUint8Array] =>
  Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? [a, b] : [b, a];
