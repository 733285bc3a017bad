import { defineEngine, observeRules, RejectedError, UnavailableError } from "@token-sentiment/engine";
import { AddressText, chainOf, EvmRpcConfig, openRpcs, type RpcPool } from "@token-sentiment/evm";
import { investigate } from "./investigate.ts";
import { openBytecodeReader } from "./bytecode/open-reader.ts";
import { rules } from "./rules/rules.ts";

const SECOND = 1000;

/** Can holders sell, what does it cost them, and what can the owner do about it: by simulation on the token's own chain. */
export const security = defineEngine({
  name: "security",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: true,
  config: EvmRpcConfig,
  open: (kit) => {
    const bytecode = kit.stack.use(openBytecodeReader());
    const rpcs: Partial<Record<string, RpcPool>> = openRpcs(kit);
    return async ({ chain_id, contract_address }, { signal }) => {
      const chain = chainOf(chain_id);
      const rpc = rpcs[chain_id];
      if (!chain || !rpc) throw new UnavailableError(`the security engine does not know chain ${chain_id}`);
      const token = AddressText.safeParse(contract_address).data;
      if (!token) throw new RejectedError("the contract address is no EVM address");
      const facts = await rpc.atOneBlock(async (pinned, instead) => ({
        ...(await investigate({ rpc: pinned, bytecode }, { chain, token }, signal)),
        ...(instead !== undefined && { insteadOf: instead }),
      }));
      const signals = observeRules(rules, facts, { observedAt: Number(facts.snapshot.block.time) * SECOND });
      return { signals, partial: facts.trade !== undefined && facts.trade.route === undefined };
    };
  },
});
