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
const HASH = /^0x[0-9a-fA-F]{64}$/;
const NO_HASH = `0x${"0".repeat(64)}`;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
/** Wrapped ether: pairs keep the lower address first. */
const COIN = 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2n;
const SYNC = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const Whole = z.union([z.string().regex(/^\d{1,77}$/), z.int().min(0)]).transform((value) => BigInt(value));
const Place = {
  blockNumber: z.coerce.number().int().positive(),
  logIndex: z.coerce.number().int().min(0).default(0),
  transactionHash: z.string().regex(HASH).default(NO_HASH),
};
const Syncs = z.array(z.object({ ...Place, args: z.object({ reserve0: Whole, reserve1: Whole }) })).min(1);
const Transfers = z.array(
  z.object({ ...Place, args: z.object({ from: z.string().regex(ADDRESS), to: z.string().regex(ADDRESS), value: Whole }) }),
);

/** Numbers of more than 15 digits lose theirs in JSON.parse: they are read as text. */
function read(file: string): unknown {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return JSON.parse(text.replaceAll(/([:,[]\s*)(\d{16,})(?=\s*[,}\]])/g, '$1"$2"'));
}

const fileOf = (folder: string, name: string): string | undefined =>
  [`${name}.json.gz`, `${name}.json`].map((file) => join(folder, "events", file)).find((file) => existsSync(file));
const word = (value: bigint | string): string => BigInt(value).toString(16).padStart(64, "0");
const hex = (value: number): string => `0x${value.toString(16)}`;

/** Which of its two tokens is not the coin: by the row's own word, else by the order of their addresses. Undefined: neither is told. */
function isTokenFirst({ weth_pos: position = "", token = "" }: Record<string, string>): boolean | undefined {
  if (position.trim() !== "" && [0, 1].includes(Number(position))) return Number(position) === 1;
  return ADDRESS.test(token) ? BigInt(token) < COIN : undefined;
}

/** Reads one row of labels.csv with its events; or says why not. */
export function readHistory(folder: string, row: Record<string, string>): PoolHistory | "absent" | "unreadable" {
  const syncs = fileOf(folder, `${row["pool"] ?? ""}.sync`);
  if (syncs === undefined) return "absent";
  const tokenFirst = isTokenFirst(row);
  if (tokenFirst === undefined || !ADDRESS.test(row["pool"] ?? "")) return "unreadable";
  try {
    return historyOf(folder, { ...row, tokenFirst, syncs });
  } catch (error) {
    if (error instanceof z.ZodError || error instanceof SyntaxError || isZipError(error)) return "unreadable";
    throw error;
  }
}

const isZipError = (error: unknown): boolean => error instanceof Error && "code" in error && String(error.code).startsWith("Z_");

interface Source {
  tokenFirst: boolean;
  syncs: string;
  pool?: string;
  token?: string;
  label?: string;
}

function historyOf(folder: string, { tokenFirst, syncs, ...row }: Source): PoolHistory {
  const { label = "" } = row;
  const pool = (row.pool ?? "").toLowerCase();
  const token = ADDRESS.test(row.token ?? "") ? (row.token ?? "").toLowerCase() : STAND_IN[tokenFirst ? 0 : 1];
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
  const synced = Syncs.parse(read(syncs)).toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  const transfers = fileOf(folder, `${row.pool ?? ""}.lp_transfer`);
  const moved = transfers === undefined ? undefined : Transfers.parse(read(transfers));
  const logs = [
    ...synced.map((one) => logOf(one, [SYNC], word(one.args.reserve0) + word(one.args.reserve1))),
    ...(moved ?? []).map((one) => logOf(one, [TRANSFER, `0x${word(one.args.from)}`, `0x${word(one.args.to)}`], word(one.args.value))),
  ].toSorted((a, b) => a.block - b.block || Number(a.log.logIndex) - Number(b.log.logIndex));
  return {
    pool,
    token,
    label,
    tokenFirst,
    first: synced[0]?.blockNumber ?? 0,
    last: synced.at(-1)?.blockNumber ?? 0,
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
