import { readViews, type Rpc, type Snapshot } from "@token-sentiment/evm";
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from "viem";

/** UNCX's lockers of V2 shares; the same view functions in all their versions (tintinweb/smart-contract-sanctuary, UniswapV2Locker). */
const abi = parseAbi([
  "function getNumLocksForToken(address pair) view returns (uint256)",
  "function tokenLocks(address pair, uint256 index) view returns (uint256 lockDate, uint256 amount, uint256 initialAmount, uint256 unlockDate, uint256 lockID, address owner)",
]);

/** A locker, and the shares that lie in it. */
export interface Held {
  locker: Address;
  balance: bigint;
}

/** Shares by how long a locker keeps them. */
export interface Locked {
  /** For seven days or more. */
  lasting: bigint;
  /** Until sooner, or already free; also what the locker has without a lock. */
  ending: bigint;
}

const LASTING_SECONDS = 7n * 86_400n;
/** A pair with more is not read: anybody can add locks. */
const MOST_LOCKS = 100;

/** Until when UNCX lockers keep a pair's shares. Undefined: one of them does not say. @throws UnavailableError */
export async function readLocks(
  rpc: Rpc,
  { pair, held, block }: { pair: Address; held: readonly Held[]; block: Snapshot["block"] },
  signal: AbortSignal,
): Promise<Locked | undefined> {
  const asking = { tag: block.tag, signal };
  const counts = await readViews(
    rpc,
    held.map(({ locker }) => ({ to: locker, data: encodeFunctionData({ abi, functionName: "getNumLocksForToken", args: [pair] }) })),
    asking,
  );
  const places = held.flatMap(({ locker }, index) => {
    const count = wordIn(counts[index]);
    if (count === undefined || count > MOST_LOCKS) return [undefined];
    return Array.from({ length: Number(count) }, (_, lock) => ({ locker, lock }));
  });
  const known = places.filter((place) => place !== undefined);
  if (known.length < places.length || known.length > MOST_LOCKS) return undefined;
  const asked = known.map(({ locker, lock }) => ({
    to: locker,
    data: encodeFunctionData({ abi, functionName: "tokenLocks", args: [pair, BigInt(lock)] }),
  }));
  const answers = asked.length > 0 ? await readViews(rpc, asked, asking) : [];
  const lasting = new Map<Address, bigint>();
  for (const [index, { locker }] of known.entries()) {
    const lock = lockIn(answers[index]);
    if (!lock) return undefined;
    if (lock.until >= block.time + LASTING_SECONDS) lasting.set(locker, (lasting.get(locker) ?? 0n) + lock.amount);
  }
  const kept = held.map(({ locker, balance }) => {
    const amount = lasting.get(locker) ?? 0n;
    return amount < balance ? amount : balance;
  });
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  return { lasting: sum(kept), ending: sum(held.map(({ balance }) => balance)) - sum(kept) };
}

const wordIn = (data: Hex | undefined): bigint | undefined => (data?.length === 66 ? BigInt(data) : undefined);

/** Six words; anything else is another contract's answer. */
const LOCK_LENGTH = 2 + 6 * 64;

function lockIn(data: Hex | undefined): { amount: bigint; until: bigint } | undefined {
  if (data?.length !== LOCK_LENGTH) return undefined;
  const [, amount, , until] = decodeFunctionResult({ abi, functionName: "tokenLocks", data });
  return { amount, until };
}
