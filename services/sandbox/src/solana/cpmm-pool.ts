import { type Address, address, getAddressEncoder, getProgramDerivedAddress, lamports, type ReadonlyUint8Array } from "@solana/kit";
import type { LedgerMint, SvmLedger } from "./svm-ledger.ts";

const CPMM = address("CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C");
const WRAPPED_SOL = address("So11111111111111111111111111111111111111112");
/** Raydium's Burn & Earn: what lies here stays. */
const LOCKER = address("3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH");
const POOL_BYTES = 637;
const SHARES = 1_000_000_000_000n;
/** Of the shares that nobody can take back, this part is burned and the rest lies with the locker. */
const BURNED = 0.6;

/** A pool on Raydium CPMM, at the address where everybody looks for it. */
export interface CpmmPool {
  pool: Address;
  lpMint: Address;
}

const bytesOf = (of: Address): ReadonlyUint8Array => getAddressEncoder().encode(of);

async function derive(...seeds: (string | ReadonlyUint8Array)[]): Promise<Address> {
  const [derived] = await getProgramDerivedAddress({ programAddress: CPMM, seeds });
  return derived;
}

/** Where the pool of a mint against SOL stands. */
export async function cpmmPoolOf(mint: Address): Promise<CpmmPool> {
  const config = await derive("amm_config", new Uint8Array([0, 0]));
  const pool = await derive("pool", bytesOf(config), ...inOrder(mint).map(bytesOf));
  return { pool, lpMint: await derive("pool_lp_mint", bytesOf(pool)) };
}

/** Raydium keeps the smaller mint first. */
const inOrder = (mint: Address): [Address, Address] =>
  Buffer.compare(Buffer.from(bytesOf(mint)), Buffer.from(bytesOf(WRAPPED_SOL))) < 0 ? [mint, WRAPPED_SOL] : [WRAPPED_SOL, mint];

/** Puts the pool's account and the mint of its shares on the ledger, of which `lockedPct` percent are burned or locked. */
export async function openCpmmPool(ledger: SvmLedger, { mint }: LedgerMint, lockedPct: number): Promise<CpmmPool> {
  const { pool, lpMint } = await cpmmPoolOf(mint);
  const shares = await ledger.createMint({ symbol: `shares of ${mint}`, decimals: 9, freezable: false, at: lpMint });
  const locked = (SHARES * BigInt(Math.round(lockedPct * 100))) / 10_000n;
  const burned = (locked * BigInt(BURNED * 100)) / 100n;
  const held = [
    { owner: ledger.owner.address, amount: SHARES - locked },
    { owner: LOCKER, amount: locked - burned },
  ];
  await ledger.give(
    shares,
    held.filter(({ amount }) => amount > 0n),
  );
  const data = new Uint8Array(POOL_BYTES);
  const [first, second] = inOrder(mint);
  data.set(bytesOf(lpMint), 136);
  data.set(bytesOf(first), 168);
  data.set(bytesOf(second), 200);
  new DataView(data.buffer).setBigUint64(333, SHARES, true);
  const space = BigInt(POOL_BYTES);
  const rent = lamports(ledger.svm.minimumBalanceForRentExemption(space));
  ledger.svm.setAccount({ address: pool, programAddress: CPMM, data, space, lamports: rent, executable: false });
  return { pool, lpMint };
}
