import { type Answer, HexText, isNobody, type RpcCall, type Snapshot } from "@token-sentiment/evm";
import type { Address } from "viem";
import { z } from "zod";
import { nobody, STEP_GAS, transfer } from "./simulation.ts";
import type { Sizing } from "./sizing.ts";

/** What every transfer touches besides the token and its market. */
export interface Guard {
  /** Contracts whose storage is read or written. */
  contracts: Address[];
}

/** S25: which storage a transfer out of the pool touches, and one of the latest buyer. */
export function guardCalls({ market: { token, pair }, part }: Sizing, { block, buyers }: Snapshot): RpcCall[] {
  const wallet = nobody(`receiver of ${token}`);
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
    // an address without storage of its own is a wallet, a library or a mere name
    return [listed.accessList.filter(({ storageKeys }) => storageKeys.length > 0).map(({ address }) => address.toLowerCase())];
  });
  const [first, ...others] = watched;
  if (!first) return undefined;
  const own = marketOf(snapshot);
  const everywhere = first.filter((address) => others.every((list) => list.includes(address)));
  return { contracts: everywhere.filter((address) => !own.has(address)).map((address) => HexText.parse(address)) };
}

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
  ];
  return new Set(own.flatMap((address) => (address === undefined ? [] : [address.toLowerCase()])));
}
