import { type Answer, HexText, isNobody, type RpcCall, type Snapshot } from "@token-sentiment/evm";
import type { Address } from "viem";
import { z } from "zod";
import { nobody, STEP_GAS, transfer } from "./simulation.ts";
import type { Sizing } from "./sizing.ts";

/** What every transfer touches besides the token and its market. */
export interface Guard {
  /** Contracts whose storage is read or written. */
  contracts: Address[];
  /** Addresses that are asked, paid or looked at, and of which no storage is: a wallet, or a contract that decides by code alone, or that is not there yet. */
  others: Address[];
}

const receiverOf = (token: Address): Address => nobody(`receiver of ${token}`);
const DEAD: Address = "0x000000000000000000000000000000000000dEaD";

/** S25: which storage a transfer out of the pool touches, and one of the latest buyer. */
export function guardCalls({ market: { token, pair }, part }: Sizing, { block, buyers }: Snapshot): RpcCall[] {
  const wallet = receiverOf(token);
  const senders = [pair, ...(buyers ?? []).slice(0, 1)];
  return senders.map((from) => ({
    method: "eth_createAccessList",
    params: [{ ...transfer(token, from, { to: wallet, value: from === pair ? part : 1n }), gas: STEP_GAS }, block.tag],
  }));
}

const Listed = z.object({
  accessList: z.array(z.object({ address: HexText, storageKeys: z.array(HexText) })),
  error: z.string().optional(),
});

/** Undefined: no transfer went through where it could be watched. */
export function readGuard(answers: readonly (Answer | undefined)[], snapshot: Snapshot): Guard | undefined {
  const watched = answers.flatMap((answer) => {
    const listed = answer?.kind === "ok" ? Listed.safeParse(answer.result).data : undefined;
    if (!listed || listed.error !== undefined) return [];
    return [listed.accessList.map(({ address, storageKeys }) => ({ address: address.toLowerCase(), stores: storageKeys.length > 0 }))];
  });
  const [first, ...more] = watched;
  if (!first) return undefined;
  const own = marketOf(snapshot);
  const outside = first.filter(({ address }) => !own.has(address) && BigInt(address) > LAST_PRECOMPILE);
  const everywhere = outside.filter(({ address }) => more.every((list) => list.some((other) => other.address === address)));
  const some = (stores: boolean) => everywhere.filter((one) => one.stores === stores).map(({ address }) => HexText.parse(address));
  return { contracts: some(true), others: some(false) };
}

const LAST_PRECOMPILE = 0xffffn;

/** The token itself, what it forwards to, and every contract of its market. */
function marketOf({ token, proxy, owner, chain, pools }: Snapshot): Set<string> {
  const own = [
    token,
    proxy?.implementation,
    proxy?.admin?.address,
    owner && !isNobody(owner.address) ? owner.address : undefined,
    chain.weth,
    ...chain.exchanges.flatMap(({ factory, router }) => [factory, router]),
    ...pools.map(({ pair }) => pair),
    receiverOf(token),
    DEAD,
  ];
  return new Set(own.flatMap((address) => (address === undefined ? [] : [address.toLowerCase()])));
}
