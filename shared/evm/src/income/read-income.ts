import type { Ask } from "./ask.ts";
import { type Blocks, type IncomeLog, readLogs } from "./read-logs.ts";

/** Money that reached an address on chain. Lower-case hex; `amount` in the asset's smallest unit. */
export interface Income {
  payer: string;
  pay_to: string;
  amount: bigint;
  /** Of the authorization that moved it; undefined for any other transfer. */
  nonce?: string;
  tx: string;
  block: number;
}

/** Topics of `Transfer(address,address,uint256)` and, of EIP-3009, `AuthorizationUsed(address,bytes32)`. */
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
/** Payers of one question. */
const MOST_PAYERS = 100;

const word = (hex: string): string => `0x${hex.replace(/^0x/, "").padStart(64, "0")}`;
const addressOf = (topic = ""): string => `0x${topic.slice(-40)}`;
const place = (tx: string, index: number): string => `${tx}.${index}`;

/**
 * All that `pay_to` was sent of an asset in these blocks, and by which authorization: the asset tells of an authorization and of its transfer in
 * one breath, so the log before a transfer names it. Transfers of nothing are left out. Rejects as `readLogs` does.
 */
export async function readIncome(ask: Ask, { asset, pay_to }: { asset: string; pay_to: string }, blocks: Blocks): Promise<Income[]> {
  const transfers = await readLogs(ask, { address: asset, topics: [TRANSFER, null, word(pay_to)] }, blocks);
  return withNonces(ask, asset, transfers);
}

/** What one authorization moved in these blocks; undefined when it moved nothing, or was cancelled. Rejects as `readLogs` does. */
export async function readPaid(
  ask: Ask,
  { asset, payer, nonce }: { asset: string; payer: string; nonce: string },
  blocks: Blocks,
): Promise<Income | undefined> {
  const [used] = await readLogs(ask, { address: asset, topics: [USED, word(payer), nonce] }, blocks);
  if (!used) return undefined;
  const there = { from: used.blockNumber, to: used.blockNumber };
  const transfers = await readLogs(ask, { address: asset, topics: [TRANSFER, word(payer)] }, there);
  const all = await withNonces(ask, asset, transfers);
  return all.find((income) => income.nonce === nonce);
}

async function withNonces(ask: Ask, asset: string, transfers: readonly IncomeLog[]): Promise<Income[]> {
  const paying = transfers.filter(({ data }) => BigInt(data) > 0n);
  const payers = [...new Set(paying.map(({ topics }) => topics[1]))];
  // They are in the order of the chain.
  const span = { from: paying[0]?.blockNumber ?? 0, to: paying.at(-1)?.blockNumber ?? 0 };
  const nonces = new Map<string, { payer: string; nonce: string }>();
  for (let at = 0; at < payers.length; at += MOST_PAYERS) {
    const used = await readLogs(ask, { address: asset, topics: [USED, payers.slice(at, at + MOST_PAYERS)] }, span);
    for (const { topics, transactionHash, logIndex } of used)
      nonces.set(place(transactionHash, logIndex), { payer: topics[1] ?? "", nonce: topics[2] ?? "" });
  }
  return paying.map(({ topics, data, transactionHash, logIndex, blockNumber }) => {
    const before = nonces.get(place(transactionHash, logIndex - 1));
    return {
      payer: addressOf(topics[1]),
      pay_to: addressOf(topics[2]),
      amount: BigInt(data),
      ...(before && before.payer === topics[1] && { nonce: before.nonce }),
      tx: transactionHash,
      block: blockNumber,
    };
  });
}
