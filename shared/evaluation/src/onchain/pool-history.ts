import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** A log as JSON-RPC tells it. */
interface ToldLog {
  address: string;
  topics: string[];
  data: string;
  blockNumber: string;
  logIndex: string;
  transactionHash: string;
}

/** Everything that is recorded of one pool. */
export interface PoolHistory {
  pool: string;
  token: string;
  label: string;
  tokenFirst: boolean;
  first: number;
  last: number;
  logs: { block: number; log: ToldLog }[];
  /** What the pool held after each Sync, in wei and in the token's smallest unit. */
  reserves: { block: number; token: bigint; coin: bigint }[];
  /** Transfers of its shares; undefined when they were not recorded. */
  shares: { block: number; from: string; to: string; amount: bigint }[] | undefined;
}

/** Addresses below and above the coin's, for pools whose token is not recorded. */
const STAND_IN = [`0x${"01".repeat(20)}`, `0x${"fe".repeat(20)}`] as const;
const SYNC = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const Whole = z.union([z.string(), z.number()]).transform((value) => BigInt(value));
const Place = { blockNumber: z.number(), logIndex: z.number(), transactionHash: z.string() };
const Syncs = z.array(z.object({ ...Place, args: z.object({ reserve0: Whole, reserve1: Whole }) }));
const Transfers = z.array(z.object({ ...Place, args: z.object({ from: z.string(), to: z.string(), value: Whole }) }));

/** Numbers of more than 15 digits lose theirs in JSON.parse: they are read as text. */
const read = (file: string): unknown =>
  JSON.parse(
    gunzipSync(readFileSync(file))
      .toString("utf8")
      .replaceAll(/: (\d{16,})/g, ': "$1"'),
  );
const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, "0");
const hex = (value: number): string => `0x${value.toString(16)}`;

/** Reads one row of labels.csv with its events; undefined when they are not there. */
export function readHistory(folder: string, row: Record<string, string>): PoolHistory | undefined {
  const { pool = "", label = "" } = row;
  const syncs = join(folder, "events", `${pool}.sync.json.gz`);
  if (!existsSync(syncs)) return undefined;
  const tokenFirst = Number(row["weth_pos"]) === 1;
  const token = /^0x[0-9a-fA-F]{40}$/.test(row["token"] ?? "") ? (row["token"] ?? "").toLowerCase() : STAND_IN[tokenFirst ? 0 : 1];
  const logOf = (place: { blockNumber: number; logIndex: number; transactionHash: string }, topics: string[], data: string) => ({
    block: place.blockNumber,
    log: {
      address: pool,
      topics,
      data: `0x${data}`,
      blockNumber: hex(place.blockNumber),
      logIndex: hex(place.logIndex),
      transactionHash: place.transactionHash,
    },
  });
  const synced = Syncs.parse(read(syncs));
  const transfers = join(folder, "events", `${pool}.lp_transfer.json.gz`);
  const moved = existsSync(transfers) ? Transfers.parse(read(transfers)) : undefined;
  const logs = [
    ...synced.map((one) => logOf(one, [SYNC], word(one.args.reserve0) + word(one.args.reserve1))),
    ...(moved ?? []).map((one) => logOf(one, [TRANSFER, `0x${word(one.args.from)}`, `0x${word(one.args.to)}`], word(one.args.value))),
  ].toSorted((a, b) => a.block - b.block || Number(a.log.logIndex) - Number(b.log.logIndex));
  const blocks = synced.map(({ blockNumber }) => blockNumber);
  return {
    pool,
    token,
    label,
    tokenFirst,
    first: Math.min(...blocks),
    last: Math.max(...blocks),
    logs,
    reserves: synced.map(({ blockNumber: block, args }) =>
      tokenFirst ? { block, token: args.reserve0, coin: args.reserve1 } : { block, token: args.reserve1, coin: args.reserve0 },
    ),
    shares: moved?.map(({ blockNumber: block, args }) => ({
      block,
      from: args.from.toLowerCase(),
      to: args.to.toLowerCase(),
      amount: args.value,
    })),
  };
}
