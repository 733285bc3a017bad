import { type Answer, HexText, type Rpc, type RpcCall, type Snapshot, views } from "@token-sentiment/evm";
import type { Address } from "viem";
import { type Holders, holdersCallOf, MOST_HOLDERS, readHolders } from "./holders.ts";
import { amountOf, STEP_GAS, transfer } from "./simulation.ts";
import type { Sizing } from "./sizing.ts";

/** What was answered to a sale a day from now, and where else it may be tried. */
export interface HoldersAsked {
  sizing: Sizing;
  snapshot: Snapshot;
  tomorrow: Answer | undefined;
}

/**
 * T6 down the ladder (evm.md §7): holders sell a day from now; now, where no endpoint can move the clock; where none can put code in place,
 * each is tried with a plain transfer of a tenth to the pool, which needs nothing but `from`. Undefined: nobody could be asked.
 */
export async function askHolders(
  rpc: Rpc,
  { sizing, snapshot, tomorrow }: HoldersAsked,
  signal: AbortSignal,
): Promise<Holders | undefined> {
  if (tomorrow?.kind !== "unsupported") return readHolders(tomorrow, "a day from now");
  const now = holdersCallOf(sizing, snapshot, "now");
  if (!now) return undefined;
  const [answer] = snapshot.plain ? [] : await rpc.batch([now], signal);
  if (answer && answer.kind !== "unsupported") return readHolders(answer, "now");
  return transfersOf(rpc, { sizing, snapshot }, signal);
}

async function transfersOf(
  rpc: Rpc,
  { sizing: { market }, snapshot }: Pick<HoldersAsked, "sizing" | "snapshot">,
  signal: AbortSignal,
): Promise<Holders | undefined> {
  const { tag } = snapshot.block;
  const buyers = (snapshot.buyers ?? []).slice(0, MOST_HOLDERS);
  const held = await rpc.batch(
    buyers.map((buyer): RpcCall => ({ method: "eth_call", params: [views.balanceOf(market.token, buyer), tag] })),
    signal,
  );
  const holders = buyers.flatMap((buyer, index): { buyer: Address; part: bigint }[] => {
    const answer = held[index];
    const part = (answer ? returned(answer) : 0n) / 10n;
    return part > 0n ? [{ buyer, part }] : [];
  });
  if (holders.length === 0) return undefined;
  const answers = await rpc.batch(
    holders.map(({ buyer, part }): RpcCall => {
      const { from, to, data } = transfer(market.token, buyer, { to: market.pair, value: part });
      return { method: "eth_call", params: [{ from, to, data, gas: STEP_GAS }, tag] };
    }),
    signal,
  );
  const told = answers.filter(({ kind }) => kind === "ok" || kind === "reverted");
  return { asked: told.length, sold: told.filter(isDone).length, whole: { asked: 0, sold: 0 }, how: "by plain transfer" };
}

/** Some tokens answer false instead of reverting; some answer nothing. */
const isDone = (answer: Answer): boolean => answer.kind === "ok" && (answer.result === "0x" || returned(answer) > 0n);
const returned = (answer: Answer): bigint => (answer.kind === "ok" ? amountOf(HexText.safeParse(answer.result).data) : undefined) ?? 0n;
