import { defineEngine, observeRules, RejectedError, sourceUrl, UnavailableError } from "@token-sentiment/engine";
import { AddressText, chainOf, EvmRpcConfig, openRpcs, type RpcPool } from "@token-sentiment/evm";
import { z } from "zod";
import { eventOf } from "./event.ts";
import { investigate } from "./investigate.ts";
import { openLabels } from "./labels/labels.ts";
import { rules } from "./rules/rules.ts";
import { asTold } from "./sources/as-told.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** The engine's environment. */
const Config = EvmRpcConfig.extend({
  ENGINE_GECKOTERMINAL_URL: sourceUrl("GeckoTerminal"),
  ENGINE_ONCHAIN_LABELS: z.string().default("").describe("path of a file with more labels of addresses (docs/labels.md); empty = none"),
});

/** What was done with a token and in its pools in the last day: who sold, who took liquidity out, how far it fell; from the chain's own logs. */
export const onchain = defineEngine({
  name: "onchain",
  timeoutMs: 10 * SECOND,
  cacheMs: 60 * SECOND,
  needsContract: true,
  config: Config,
  open: (kit) => {
    const { config, upstream } = kit;
    const rpcs: Partial<Record<string, RpcPool>> = openRpcs(kit);
    const labelsOf = openLabels(config.ENGINE_ONCHAIN_LABELS);
    const geckoterminal =
      config.ENGINE_GECKOTERMINAL_URL === ""
        ? undefined
        : upstream("geckoterminal", { baseUrl: config.ENGINE_GECKOTERMINAL_URL, budget: { calls: 4, perMs: MINUTE } });
    return async ({ chain_id, contract_address }, { signal }) => {
      const chain = chainOf(chain_id);
      const rpc = rpcs[chain_id];
      if (!chain || !rpc) throw new UnavailableError(`the on-chain engine does not know chain ${chain_id}`);
      const token = AddressText.safeParse(contract_address).data;
      if (!token) throw new RejectedError("the contract address is no EVM address");
      const sources = { labels: labelsOf(chain.id), geckoterminal };
      const facts = await rpc.atOneBlock((pinned) => investigate({ rpc: pinned, ...sources }, { chain, token }, signal));
      const signals = observeRules(rules, facts, { observedAt: Number(facts.snapshot.block.time) * SECOND });
      const event = eventOf(facts);
      const { pool, day, shares, snapshot } = facts;
      const asked = snapshot.code !== "0x" && pool !== undefined;
      return {
        signals: signals.map((one) => asTold(one, day)),
        ...(event !== undefined && { measures: { event } }),
        partial: asked && (day?.source !== "eth_getLogs" || (pool.kind === "v2" && shares === undefined)),
      };
    };
  },
});
