import { defineEngine, observeRules, RejectedError, UnavailableError } from "@token-sentiment/engine";
import { AddressText, chainOf, EvmRpcConfig, openRpcs, type RpcPool } from "@token-sentiment/evm";
import { eventOf } from "./event.ts";
import { investigate } from "./investigate.ts";
import { rules } from "./rules/rules.ts";

const SECOND = 1000;

/** What was done with a token's pool in the last day: who sold, who took liquidity out, how far it fell; from the chain's own logs. */
export const onchain = defineEngine({
  name: "onchain",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: true,
  config: EvmRpcConfig,
  open: (kit) => {
    const rpcs: Partial<Record<string, RpcPool>> = openRpcs(kit);
    return async ({ chain_id, contract_address }, { signal }) => {
      const chain = chainOf(chain_id);
      const rpc = rpcs[chain_id];
      if (!chain || !rpc) throw new UnavailableError(`the on-chain engine does not know chain ${chain_id}`);
      const token = AddressText.safeParse(contract_address).data;
      if (!token) throw new RejectedError("the contract address is no EVM address");
      const facts = await rpc.atOneBlock((pinned) => investigate(pinned, { chain, token }, signal));
      const signals = observeRules(rules, facts, { observedAt: Number(facts.snapshot.block.time) * SECOND });
      const event = eventOf(facts);
      const asked = facts.snapshot.pools.length > 0;
      return {
        signals,
        ...(event !== undefined && { measures: { event } }),
        partial: asked && (facts.day === undefined || facts.shares === undefined),
      };
    };
  },
});
