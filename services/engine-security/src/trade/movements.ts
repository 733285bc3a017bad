import { type Answer, HexText, readAnswers, readCall, type RpcCall, type Snapshot, views } from "@token-sentiment/evm";
import { type Address, type Hex, numberToHex, pad } from "viem";
import { z } from "zod";

/** Real holders' balances against what their Transfer logs say, within a short window. */
export interface Movements {
  asked: number;
  /** Balances that changed by more than 1 % without a log. */
  silent: number;
  /** Of these, how many shrank: siphoned. */
  siphoned: number;
  /** All changed by one ratio: a rebasing token, or one that shares out its taxes. */
  even: boolean;
}

/** Full nodes keep the state of 128 blocks. */
const WINDOW_BLOCKS = 100n;
const MOST = 20;
const TRANSFER: Hex = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const watchedOf = ({ buyers }: Snapshot): Address[] => (buyers ?? []).slice(0, MOST);
const startOf = ({ block }: Snapshot): bigint => (block.number > WINDOW_BLOCKS ? block.number - WINDOW_BLOCKS : 0n);

/** S15: balances at both ends of the window, and every Transfer from or to these holders in between. */
export function movementCalls(snapshot: Snapshot): RpcCall[] {
  const { token, block } = snapshot;
  const watched = watchedOf(snapshot);
  if (watched.length === 0) return [];
  const topics = watched.map((holder) => pad(holder, { size: 32 }));
  const range = { address: token, fromBlock: numberToHex(startOf(snapshot) + 1n), toBlock: block.tag };
  const balances = watched.map((holder) => views.balanceOf(token, holder));
  return [
    readCall(balances, numberToHex(startOf(snapshot))),
    readCall(balances, block.tag),
    { method: "eth_getLogs", params: [{ ...range, topics: [TRANSFER, topics] }] },
    { method: "eth_getLogs", params: [{ ...range, topics: [TRANSFER, null, topics] }] },
  ];
}

const Moves = z.array(z.object({ topics: z.array(HexText), data: HexText }));

/** What it came to; undefined when the node refused any part of it. */
export function readMovements(answers: readonly (Answer | undefined)[], snapshot: Snapshot): Movements | undefined {
  const [before, after, out, into] = answers.map((answer) => (answer?.kind === "ok" ? answer.result : undefined));
  const [start, end] = [balancesIn(before), balancesIn(after)];
  const [sent, received] = [Moves.safeParse(out).data, Moves.safeParse(into).data];
  if (!start || !end || !sent || !received) return undefined;
  const each = watchedOf(snapshot).flatMap((holder, index) => {
    const [was, is] = [start[index], end[index]];
    if (was === undefined || is === undefined) return [];
    const expected = was + sum(received, 2, holder) - sum(sent, 1, holder);
    return [{ expected, is }];
  });
  const silent = each.filter(({ expected, is }) => differs(expected, is));
  return {
    asked: each.length,
    silent: silent.length,
    siphoned: silent.filter(({ expected, is }) => is < expected).length,
    even: silent.length > 1 && silent.length === each.length && isEven(silent),
  };
}

function balancesIn(result: unknown): (bigint | undefined)[] | undefined {
  const text = HexText.safeParse(result).data;
  if (text === undefined || text === "0x") return undefined;
  // before its creation a token answers nothing, and nobody holds it
  return readAnswers(text).answers.map((word) => (word?.length === 66 ? BigInt(word) : word === "0x" ? 0n : undefined));
}

const sum = (moves: z.infer<typeof Moves>, topic: 1 | 2, holder: Address): bigint =>
  moves
    .filter(({ topics }) => topics[topic]?.toLowerCase() === pad(holder, { size: 32 }).toLowerCase())
    .reduce((total, { data }) => total + (data.length === 66 ? BigInt(data) : 0n), 0n);

const differs = (expected: bigint, is: bigint): boolean => {
  const off = expected > is ? expected - is : is - expected;
  return off * 100n > (expected > is ? expected : is);
};

const isEven = (all: readonly { expected: bigint; is: bigint }[]): boolean => {
  const ratios = all.map(({ expected, is }) => (expected > 0n ? Number((is * 10_000n) / expected) : 0));
  return Math.max(...ratios) - Math.min(...ratios) <= 100;
};
