import { UnavailableError } from "@token-sentiment/engine";
import { type Address, type Hex, isAddressEqual, numberToHex, pad } from "viem";
import { z } from "zod";
import { type Account, accountOf } from "./account.ts";
import type { Exchange } from "./chains.ts";
import { addressIn, HexText } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import type { PairAnswers } from "./pools.ts";
import { type Read, type Reading, readOneByOne, readTogether } from "./read-views.ts";
import type { Rpc } from "./rpc.ts";
import { views } from "./views.ts";

/** Addresses that round 1 found around a token. */
export interface Neighbours {
  token: Address;
  block: { number: bigint; tag: Hex };
  implementation: Address | undefined;
  beacon: Address | undefined;
  owner: Address | undefined;
  admin: Address | undefined;
  pairs: readonly { exchange: Exchange; pair: Address }[];
  /** No endpoint can put code in place: one call a view. */
  plain: boolean;
}

/** What stands at those addresses. */
export interface Surroundings {
  implementation: Address | undefined;
  logic: Hex | undefined;
  owner: Account | undefined;
  admin: Account | undefined;
  pools: PairAnswers[];
  buyers: Address[] | undefined;
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** A range that most public endpoints grant. */
const LOG_BLOCKS = 2_000n;

const Logs = z.array(z.object({ topics: z.array(HexText) }));

/** Round 2: code of what is behind the token, kind of whoever holds it, reserves of its pools, its recent buyers. */
export async function surroundings(rpc: Rpc, near: Neighbours, signal: AbortSignal): Promise<Surroundings> {
  const { tag } = near.block;
  const implementation = near.implementation ?? (await behindBeacon(rpc, near, signal));
  const people = [near.owner, near.admin];
  const codeOf = (address: Address | undefined): RpcCall => ({ method: "eth_getCode", params: [address ?? near.token, tag] });
  const asked = [
    ...people.flatMap((who) => [views.getThreshold, views.getMinDelay, views.delay].map((view) => view(who ?? near.token))),
    ...near.pairs.flatMap(({ pair }) => [views.getReserves(pair), views.token0(pair)]),
  ];
  const calls = [codeOf(implementation), codeOf(near.owner), codeOf(near.admin), ...purchases(near)];
  const read = await readEither(rpc, { views: asked, calls, tag }, { plain: near.plain, signal });
  const [logic, ownerCode, adminCode, logs] = read.answers;
  const answers = read.views;
  const account = (index: 0 | 1, code: Answer | undefined): Account | undefined => {
    const address = people[index];
    const [threshold, minDelay, delay] = answers.slice(3 * index, 3 * index + 3);
    return address && accountOf(address, { code: HexText.parse(ok(code)), threshold, delay: minDelay ?? delay });
  };
  return {
    implementation,
    logic: implementation && HexText.parse(ok(logic)),
    owner: account(0, ownerCode),
    admin: account(1, adminCode),
    pools: near.pairs.map((_, index) => ({ token: near.token, reserves: answers[6 + 2 * index], token0: answers[7 + 2 * index] })),
    buyers: logs?.kind === "ok" ? buyersIn(logs.result, near) : undefined,
  };
}

async function behindBeacon(rpc: Rpc, { beacon, block }: Neighbours, signal: AbortSignal): Promise<Address | undefined> {
  if (!beacon) return undefined;
  const read = await readOneByOne(rpc, { views: [views.implementation(beacon)], calls: [], tag: block.tag }, signal);
  return addressIn(read.views[0] ?? "0x");
}

const readEither = async (rpc: Rpc, reading: Reading, { plain, signal }: { plain: boolean; signal: AbortSignal }): Promise<Read> =>
  (plain ? undefined : await readTogether(rpc, reading, signal)) ?? readOneByOne(rpc, reading, signal);

function purchases({ token, block, pairs }: Neighbours): RpcCall[] {
  if (pairs.length === 0) return [];
  const fromBlock = numberToHex(block.number > LOG_BLOCKS ? block.number - LOG_BLOCKS : 0n);
  const topics = [TRANSFER, pairs.map(({ pair }) => pad(pair, { size: 32 }))];
  return [{ method: "eth_getLogs", params: [{ address: token, topics, fromBlock, toBlock: block.tag }] }];
}

function buyersIn(logs: unknown, { pairs, owner }: Neighbours): Address[] {
  const receivers = Logs.parse(logs).flatMap(({ topics }) => addressIn(topics[2] ?? "0x") ?? []);
  const market = [owner, ...pairs.flatMap(({ pair, exchange }) => [pair, exchange.router])];
  const distinct = [...new Set(receivers.toReversed())];
  return distinct.filter((address) => !market.some((other) => other !== undefined && isAddressEqual(other, address)));
}

function ok(answer: Answer | undefined): unknown {
  if (answer?.kind === "ok") return answer.result;
  throw new UnavailableError("the RPC endpoint stopped answering between two rounds");
}
