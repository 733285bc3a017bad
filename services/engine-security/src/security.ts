import { defineEngine, observeRules, RejectedError, UnavailableError } from "@token-sentiment/engine";
import { AddressText, chainOf, type Endpoint, openRpc, type Rpc } from "@token-sentiment/evm";
import { z } from "zod";
import { investigate } from "./investigate.ts";
import { openBytecodeReader } from "./bytecode/open-reader.ts";
import { Config } from "./config.ts";
import { rules } from "./rules/rules.ts";

const SECOND = 1000;

/** Can holders sell, what does it cost them, and what can the owner do about it: by simulation on the token's own chain. */
export const security = defineEngine({
  name: "security",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: true,
  config: Config,
  open: (kit) => {
    const { config, stack } = kit;
    const bytecode = stack.use(openBytecodeReader());
    const endpointsOf = (chain: string, urls: readonly string[]): Endpoint[] =>
      urls.map((baseUrl, index) => {
        const name = `evm-${chain}-${index + 1}`;
        const node = kit.upstream(name, { baseUrl, timeoutMs: 2.5 * SECOND, maxBytes: 2 * 1024 * 1024 });
        return { name, post: (body, signal) => node.request(z.unknown(), { method: "POST", body, signal }) };
      });
    const rpcs: Record<string, Rpc> = {
      "1": openRpc("1", endpointsOf("1", config.ENGINE_EVM_RPC_1)),
      "56": openRpc("56", endpointsOf("56", config.ENGINE_EVM_RPC_56)),
      "8453": openRpc("8453", endpointsOf("8453", config.ENGINE_EVM_RPC_8453)),
    };
    return async ({ chain_id, contract_address }, { signal }) => {
      const chain = chainOf(chain_id);
      const rpc = rpcs[chain_id];
      if (!chain || !rpc) throw new UnavailableError(`the security engine does not know chain ${chain_id}`);
      const token = AddressText.safeParse(contract_address).data;
      if (!token) throw new RejectedError("the contract address is no EVM address");
      const facts = await investigate({ rpc, bytecode }, { chain, token }, signal);
      const signals = observeRules(rules, facts, { observedAt: Number(facts.snapshot.block.time) * SECOND });
      return { signals, partial: facts.trade !== undefined && facts.trade.route === undefined };
    };
  },
});
