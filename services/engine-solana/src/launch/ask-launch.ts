import type { Address } from "@solana/kit";
import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import type { Reading } from "../ask-chain.ts";
import { askNode } from "../chain/read-accounts.ts";
import { type Sources, unlessUnavailable, within } from "../sources.ts";
import { type Buyer, bundleOf, type LaunchFacts } from "./bundle.ts";
import { funderOf, gainsOf, Transaction } from "./transaction.ts";

/** Whose launch. */
export interface Launch {
  address: Address;
  curveAt: Address;
  reading: Reading;
}

const LAUNCH_MS = 6000;
const PAGE = 1000;
const PAGES_MAX = 3;
const TRANSACTIONS_MAX = 20;
/** Each costs two calls: 3 + 20 + 2 × 10 calls in all. */
const BUYERS_MAX = 10;

const Signatures = z.array(z.object({ signature: z.string(), slot: z.int(), err: z.unknown() }));
type Signatures = z.infer<typeof Signatures>;

/** Who bought in the slot of the launch; `off` when it is not to be looked through, or was not on a curve. */
export async function askLaunch({ holdersNode, scansLaunch }: Sources, launch: Launch, signal: AbortSignal): Promise<LaunchFacts> {
  const { reading, address, curveAt } = launch;
  if (!scansLaunch || !holdersNode || reading.kind !== "mint" || !reading.reading.curve) return { kind: "off" };
  const { supply } = reading.reading.standing.mint;
  const limit = within(signal, LAUNCH_MS);
  return unlessUnavailable(async () => {
    const bought = await firstBuyers(holdersNode, { address, curveAt }, limit);
    const largest = [...bought].toSorted(([, a], [, b]) => (a < b ? 1 : -1)).slice(0, BUYERS_MAX);
    const known = largest.map(async ([owner, amount]): Promise<Buyer> => ({
      owner,
      amount,
      funder: await firstFunder(holdersNode, owner, limit),
    }));
    return bundleOf(await Promise.all(known), { buyers: bought.size, supply });
  });
}

/** What each wallet got in the slot in which the curve was made. */
async function firstBuyers(
  node: Upstream,
  { address, curveAt }: Omit<Launch, "reading">,
  signal: AbortSignal,
): Promise<Map<string, bigint>> {
  const all = await history(node, curveAt, { pages: PAGES_MAX, signal });
  if (!all) throw new UnavailableError("it lies too far back");
  const slot = all.at(-1)?.slot;
  const first = all.filter((one) => one.slot === slot && one.err === null).slice(-TRANSACTIONS_MAX);
  const read = await Promise.all(first.map(({ signature }) => transactionOf(node, signature, signal)));
  const bought = new Map<string, bigint>();
  for (const [owner, amount] of read.flatMap((transaction) => [...gainsOf(transaction, address)])) {
    if (owner !== curveAt) bought.set(owner, (bought.get(owner) ?? 0n) + amount);
  }
  return bought;
}

/** Who sent a wallet its first coins; undefined when its history is too long, or it began otherwise. */
async function firstFunder(node: Upstream, wallet: string, signal: AbortSignal): Promise<string | undefined> {
  const oldest = (await history(node, wallet, { pages: 1, signal }))?.at(-1);
  return oldest && funderOf(await transactionOf(node, oldest.signature, signal), wallet);
}

/** All signatures of an account, newest first; undefined when they fill more pages. */
async function history(
  node: Upstream,
  of: string,
  { pages, signal }: { pages: number; signal: AbortSignal },
): Promise<Signatures | undefined> {
  const all: Signatures = [];
  for (let page = 0; page < pages; page++) {
    const before = all.at(-1)?.signature;
    const params = [of, { limit: PAGE, ...(before !== undefined && { before }) }];
    const found = await askNode(node, { method: "getSignaturesForAddress", params, result: Signatures }, signal);
    all.push(...found);
    if (found.length < PAGE) return all;
  }
  return undefined;
}

const transactionOf = (node: Upstream, signature: string, signal: AbortSignal): Promise<Transaction> =>
  askNode(
    node,
    { method: "getTransaction", params: [signature, { encoding: "jsonParsed", maxSupportedTransactionVersion: 0 }], result: Transaction },
    signal,
  );
