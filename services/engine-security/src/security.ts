import { defineEngine, observeRules, RejectedError, sourceUrl, UnavailableError } from "@token-sentiment/engine";
import { AddressText, chainOf, EvmRpcConfig, openRpcs, type RpcPool } from "@token-sentiment/evm";
import { openBytecodeReader } from "./bytecode/open-reader.ts";
import { openCheckers } from "./checkers/ask-checkers.ts";
import { corroborate } from "./checkers/corroborate.ts";
import { investigate } from "./investigate.ts";
import { doubt } from "./rules/doubt.ts";
import { rules } from "./rules/rules.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const CHECKER_MS = 2 * SECOND;

const Config = EvmRpcConfig.extend({ ENGINE_GOPLUS_URL: sourceUrl("GoPlus"), ENGINE_HONEYPOT_URL: sourceUrl("honeypot.is") });

/** Can holders sell, what does it cost them, and what can the owner do about it: by simulation on the token's own chain. */
export const security = defineEngine({
  name: "security",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: true,
  config: Config,
  open: (kit) => {
    const bytecode = kit.stack.use(openBytecodeReader());
    const rpcs: Partial<Record<string, RpcPool>> = openRpcs(kit);
    const checker = (name: string, baseUrl: string, calls: number) =>
      baseUrl === "" ? undefined : kit.upstream(name, { baseUrl, timeoutMs: CHECKER_MS, budget: { calls, perMs: MINUTE } });
    const ask = openCheckers({
      // GoPlus counts 30 a minute an address: the engines share them
      goplus: checker("goplus", kit.config.ENGINE_GOPLUS_URL, 15),
      honeypot_is: checker("honeypot", kit.config.ENGINE_HONEYPOT_URL, 60),
    });
    return async ({ chain_id, contract_address }, { signal, now }) => {
      const chain = chainOf(chain_id);
      const rpc = rpcs[chain_id];
      if (!chain || !rpc) throw new UnavailableError(`the security engine does not know chain ${chain_id}`);
      const token = AddressText.safeParse(contract_address).data;
      if (!token) throw new RejectedError("the contract address is no EVM address");
      const opinions = ask({ chain: chain.id, token, signal, now });
      const facts = await rpc.atOneBlock(async (pinned, instead) => ({
        ...(await investigate({ rpc: pinned, bytecode }, { chain, token }, signal)),
        ...(instead !== undefined && { insteadOf: instead }),
      }));
      const found = doubt(observeRules(rules, facts, { observedAt: Number(facts.snapshot.block.time) * SECOND }), facts);
      const signals = facts.isContract ? corroborate(found, await opinions, { observedAt: now() }) : found;
      return { signals, partial: facts.trade !== undefined && facts.trade.route === undefined };
    };
  },
});
