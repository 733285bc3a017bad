import { UnavailableError } from "@token-sentiment/engine";
import { type Address, type Hex, isAddressEqual, numberToHex, pad, zeroAddress } from "viem";
import { z } from "zod";
import { type Account, accountOf } from "./account.ts";
import type { Exchange } from "./chains.ts";
import { addressIn, HexText } from "./hex.ts";
import { BlockGoneError } from "./one-block.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { balanceSlotIn, balanceSlotTrials } from "./balance-slot.ts";
import { lookupCall, readLookup } from "./lookup.ts";
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
  /** Whose balance slot is looked for, and which storage its balance reads. */
  holder: { address: Address; listed: Answer | undefined } | undefined;
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
  /** Owners that the token lately changed from, zero at its creation, and to, and who gave whom a role; undefined when the node refuses logs. */
  handovers: { from: Address; to: Address }[] | undefined;
  balanceSlot: Hex | undefined;
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/** A range that most public endpoints grant. */
const LOG_BLOCKS = 2_000n;

const Logs = z.array(z.object({ topics: z.array(HexText) }));

/** Round 2: code of what is behind the token, kind of whoever holds it, reserves of its pools, its recent buyers and former owners. */
export async function surroundings(rpc: Rpc, near: Neighbours, signal: AbortSignal): Promise<Surroundings> {
  const { tag } = near.block;
  const { token, holder } = near;
  const people = [near.owner, near.admin];
  const codeOf = (address: Address | undefined): RpcCall => ({ method: "eth_getCode", params: [address ?? token, tag] });
  const asked = [
    ...people.flatMap((who) => [views.getThreshold, views.getMinDelay, views.delay].map((view) => view(who ?? token))),
    ...near.pairs.flatMap(({ pair }) => [views.getReserves(pair), views.token0(pair)]),
  ];
  const trials = holder && !near.plain ? balanceSlotTrials({ token, holder: holder.address, listed: holder.listed }, tag) : [];
  const looks = !near.plain && (near.admin !== undefined || near.beacon !== undefined) ? [lookupCall(near, tag)] : [];
  const bought = purchases(near);
  const named = near.implementation ?? (near.plain ? await behindBeacon(rpc, near, signal) : undefined);
  const basics = [codeOf(named), codeOf(near.owner), codeOf(near.admin)];
  const calls = [...basics, ...looks, ...trials.map(({ call }) => call)];
  const [read, [logs], [moved]] = await Promise.all([
    readEither(rpc, { views: asked, calls, tag }, { plain: near.plain, signal }),
    bought.length > 0 ? orNone(rpc.batch(bought, signal)) : [],
    orNone(rpc.batch([handoverLogs(near)], signal)),
  ]);
  const [logic, ownerCode, adminCode] = read.answers;
  const looked = looks.length > 0 ? read.answers[basics.length] : undefined;
  const answers = read.views;
  const account = (index: 0 | 1, code: Answer | undefined): Account | undefined => {
    const address = people[index];
    const [threshold, minDelay, delay] = answers.slice(3 * index, 3 * index + 3);
    return address && accountOf(address, { code: HexText.parse(ok(code)), threshold, delay: minDelay ?? delay });
  };
  const behind = looked?.kind === "ok" ? readLookup(looked.result) : undefined;
  const admin = account(1, adminCode);
  const beaconed = named === undefined && behind?.implementation !== undefined;
  return {
    implementation: named ?? behind?.implementation,
    logic: beaconed ? behind.logic : named && HexText.parse(ok(logic)),
    owner: account(0, ownerCode),
    admin: beaconed ? behind.beaconOwner : admin?.kind === "contract" ? (behind?.adminOwner ?? admin) : admin,
    pools: near.pairs.map((_, index) => ({ token, reserves: answers[6 + 2 * index], token0: answers[7 + 2 * index] })),
    buyers: logs?.kind === "ok" ? buyersIn(logs.result, near) : undefined,
    handovers: moved?.kind === "ok" ? handoversIn(moved.result) : undefined,
    balanceSlot: balanceSlotIn(trials, read.answers.slice(basics.length + looks.length)),
  };
}

/** OwnershipTransferred(from, to), and RoleGranted(role, account, sender), which name the receiver at the same place. */
const HANDED_OVER = "0x8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e0";
const ROLE_GRANTED = "0x2f8788117e7eff1d82e926ec794901d17c78024a50270940304540a733656f0d";

const handoverLogs = ({ token, block }: Neighbours): RpcCall => ({
  method: "eth_getLogs",
  params: [{ address: token, topics: [[HANDED_OVER, ROLE_GRANTED]], fromBlock: windowStart(block), toBlock: block.tag }],
});

function handoversIn(logs: unknown): { from: Address; to: Address }[] {
  const read = (topic: Hex | undefined): Address => addressIn(topic ?? "0x") ?? zeroAddress;
  return Logs.parse(logs).map(({ topics }) => ({
    from: topics[0] === HANDED_OVER ? read(topics[1]) : read(topics[3]),
    to: read(topics[2]),
  }));
}

const windowStart = ({ number }: { number: bigint }): Hex => numberToHex(number > LOG_BLOCKS ? number - LOG_BLOCKS : 0n);

/** Where nothing can be put in place the beacon is asked first. */
async function behindBeacon(rpc: Rpc, { beacon, block }: Neighbours, signal: AbortSignal): Promise<Address | undefined> {
  if (!beacon) return undefined;
  const read = await readOneByOne(rpc, { views: [views.implementation(beacon)], calls: [], tag: block.tag }, signal);
  return addressIn(read.views[0] ?? "0x");
}

const readEither = async (rpc: Rpc, reading: Reading, { plain, signal }: { plain: boolean; signal: AbortSignal }): Promise<Read> =>
  (plain ? undefined : await readTogether(rpc, reading, signal)) ?? readOneByOne(rpc, reading, signal);

/** The purchases of a hot token may be too many for one answer, and a hostile one can name any number of owners: neither may cost what else is asked. */
async function orNone(asking: Promise<Answer[]>): Promise<Answer[]> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof UnavailableError && !(error instanceof BlockGoneError)) return [];
    throw error;
  }
}

function purchases({ token, block, pairs }: Neighbours): RpcCall[] {
  if (pairs.length === 0) return [];
  const fromBlock = windowStart(block);
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
