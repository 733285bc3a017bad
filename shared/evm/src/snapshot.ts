import { UnavailableError } from "@token-sentiment/engine";
import { type Address, type Hex, isAddressEqual, numberToHex } from "viem";
import { z } from "zod";
import { type Account, isNobody, minimalTarget } from "./account.ts";
import { readsOfBalanceCall } from "./balance-slot.ts";
import type { Chain } from "./chains.ts";
import { addressIn, HexText, Quantity } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { isMalformed } from "./malformed.ts";
import { type Pool, readPools } from "./pools.ts";
import { type Read, readOneByOne, readTogether } from "./read-views.ts";
import type { Rpc } from "./rpc.ts";
import { joinSlots, readSlots, slotCalls, type Slots, slotsCall } from "./slots.ts";
import { surroundings } from "./surroundings.ts";
import { views as allViews } from "./views.ts";

/** A token as it stood at one block. Everything later is asked at this block too. */
export interface Snapshot {
  chain: Chain;
  token: Address;
  block: { number: bigint; tag: Hex; /** Epoch seconds. */ time: bigint };
  /** The token's own code; `0x` where there is none. */
  code: Hex;
  /** The code that decides: the implementation's behind a proxy, else the token's own. */
  logic: Hex;
  /** Set when the code can be exchanged; `admin` is whoever can, as far as a slot or a contract's owner names one. */
  proxy: { implementation: Address; admin: Account | undefined; standard: ProxyStandard } | undefined;
  /** EIP-1167: its code forwards to another contract's, for ever. */
  minimal: boolean;
  /** Undefined: the token does not say who owns it. */
  owner: Account | undefined;
  supply: bigint | undefined;
  /** Addresses in the token's first storage words that are no part of its market. */
  keys: Address[];
  /** Pools against the wrapped native coin, deepest first. */
  pools: Pool[];
  /** Who lately received tokens from a pool, newest first; undefined when the node refuses logs. */
  buyers: Address[] | undefined;
  /** Owners it lately changed from (zero at its creation) and to, and who gave whom a role, oldest first; undefined when the node refuses logs. */
  handovers: { from: Address; to: Address }[] | undefined;
  /** Where the balance of the asked holder is kept; undefined: not asked, or kept in no plain slot. */
  balanceSlot: Hex | undefined;
  /** Set where no endpoint can put code in place for a call: nothing but plain reads is possible. */
  plain?: true;
}

/** Where a proxy keeps what it forwards to. */
type ProxyStandard = "EIP-1967" | "EIP-1967 beacon" | "EIP-1822" | "ZeppelinOS";

/** What is read: a token, and optionally whose balance slot is looked for (T9). */
export interface SnapshotOf {
  chain: Chain;
  token: Address;
  holder?: Address | undefined;
}

const Block = z.object({ number: Quantity, timestamp: Quantity });

/**
 * Reads a token in two round trips (evm.md §5, rounds 1 and 2), in one more where no endpoint accepts state overrides.
 * @throws UnavailableError when no endpoint answers.
 */
export async function takeSnapshot(rpc: Rpc, of: SnapshotOf, signal: AbortSignal): Promise<Snapshot> {
  try {
    return await twoRounds(rpc, of, signal);
  } catch (error) {
    if (isMalformed(error)) throw new UnavailableError(`an RPC endpoint of chain ${of.chain.id} answered malformed data`, { cause: error });
    throw error;
  }
}

async function twoRounds(rpc: Rpc, { chain, token, holder }: SnapshotOf, signal: AbortSignal): Promise<Snapshot> {
  const first = await roundOne(rpc, { chain, token, holder, tag: "latest" }, signal);
  // a pool of nodes may answer one batch from two blocks: then once more, by number
  const round =
    first.answeredFrom === first.block.number
      ? first
      : await roundOne(rpc, { chain, token, holder, tag: numberToHex(first.block.number) }, signal);
  const { block, code, slots, ownerSaid, supply, pairs, listed, plain } = round;
  const fixed = minimalTarget(code);
  const at = { number: block.number, tag: numberToHex(block.number), time: block.timestamp };
  const base = { chain, token, block: at, code, supply, ...(plain && { plain }) };
  if (code === "0x") return { ...base, ...NOTHING, logic: code };
  const ownerAddress = ownerSaid ?? slots.owner;
  const around = await surroundings(
    rpc,
    {
      token,
      block: base.block,
      implementation: slots.implementation ?? fixed,
      beacon: slots.beacon,
      owner: ownerAddress,
      admin: slots.admin,
      pairs,
      holder: holder && { address: holder, listed },
      plain: plain === true,
    },
    signal,
  );
  const market = [chain.weth, ...chain.exchanges.flatMap(({ factory, router }) => [factory, router]), ...pairs.map(({ pair }) => pair)];
  const { implementation } = around;
  return {
    ...base,
    logic: around.logic ?? code,
    proxy:
      implementation !== undefined && fixed === undefined
        ? { implementation, admin: around.admin, standard: slots.standard ?? "EIP-1967 beacon" }
        : undefined,
    minimal: fixed !== undefined,
    owner: around.owner,
    keys: [...new Set(slots.plain)].filter((key) => !isNobody(key) && ![token, ...market].some((other) => isAddressEqual(other, key))),
    pools: readPools(pairs, around.pools),
    buyers: around.buyers,
    handovers: around.handovers,
    balanceSlot: around.balanceSlot,
  };
}

const NOTHING = {
  proxy: undefined,
  minimal: false,
  owner: undefined,
  keys: [],
  pools: [],
  buyers: undefined,
  handovers: undefined,
  balanceSlot: undefined,
};

/** A pool that a factory knows, before anything is known about it. */
interface Pair {
  exchange: Chain["exchanges"][number];
  pair: Address;
}

interface RoundOne {
  block: { number: bigint; timestamp: bigint };
  answeredFrom: bigint;
  code: Hex;
  slots: Slots;
  /** What `owner()` or `getOwner()` answers; the zero address counts as an answer. */
  ownerSaid: Address | undefined;
  supply: bigint | undefined;
  pairs: Pair[];
  /** Which storage the holder's balance reads. */
  listed: Answer | undefined;
  plain: true | undefined;
}

async function roundOne(rpc: Rpc, { chain, token, holder, tag }: SnapshotOf & { tag: string }, signal: AbortSignal): Promise<RoundOne> {
  const views = [
    allViews.totalSupply(token),
    allViews.owner(token),
    allViews.getOwner(token),
    ...chain.exchanges.map(({ factory }) => allViews.getPair(factory, [token, chain.weth])),
  ];
  const basics = (at: string): RpcCall[] => [
    { method: "eth_getBlockByNumber", params: [at, false] },
    { method: "eth_getCode", params: [token, at] },
  ];
  const lists = holder ? [readsOfBalanceCall(token, holder, tag)] : [];
  const together = await readTogether(rpc, { views, calls: [...basics(tag), slotsCall(token, tag), ...lists], tag }, signal);
  const read = together ?? (await plainly());
  const [block, code, ...slots] = (together ? read.answers.slice(0, 3) : read.answers).map((answer) => need(answer));
  const { number, timestamp } = Block.parse(block);
  const [supply, owner, getOwner, ...pairs] = read.views;
  return {
    block: { number, timestamp },
    answeredFrom: read.number ?? number,
    code: HexText.parse(code),
    slots: readSlots(together ? slots[0] : joinSlots(slots)),
    ownerSaid: accountWord(owner) ?? accountWord(getOwner),
    supply: supply?.length === 66 ? BigInt(supply) : undefined,
    pairs: chain.exchanges.flatMap((exchange, index) => {
      const pair = addressIn(pairs[index] ?? "0x");
      return pair === undefined ? [] : [{ exchange, pair }];
    }),
    listed: together && holder ? together.answers[3] : undefined,
    plain: together ? undefined : true,
  };

  /** By number, as many calls answer from as many blocks otherwise. */
  async function plainly(): Promise<Read> {
    const [newest] = await rpc.batch(basics(tag), signal);
    const at = numberToHex(Block.parse(need(newest)).number);
    return readOneByOne(rpc, { views, calls: [...basics(at), ...slotCalls(token, at)], tag: at }, signal);
  }
}

/** As `addressIn`, but zero is an answer here: it means that nobody owns the token. */
const accountWord = (data: Hex | undefined): Address | undefined =>
  data?.length === 66 && BigInt(data) === 0n ? "0x0000000000000000000000000000000000000000" : data && addressIn(data);

function need(answer: Answer | undefined): unknown {
  if (answer?.kind === "ok") return answer.result;
  throw new UnavailableError("no RPC endpoint answers the calls that a token is read by");
}
