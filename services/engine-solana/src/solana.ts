import { type Address, isAddress } from "@solana/kit";
import { defineEngine, observeRules, RejectedError, UnavailableError } from "@token-sentiment/engine";
import { Config } from "./config.ts";
import { investigate, type Sources } from "./investigate.ts";
import { rules } from "./rules/rules.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MIB = 1024 * 1024;

const addressOf = (text: string | undefined): Address | undefined => (text !== undefined && isAddress(text) ? text : undefined);

/** Who has power over a Solana token, read off its mint account; and what RugCheck knows beyond the chain. */
export const solana = defineEngine({
  name: "solana",
  timeoutMs: 10 * SECOND,
  cacheMs: MINUTE,
  needsContract: true,
  config: Config,
  open: (kit) => {
    const { ENGINE_SOLANA_RPC, ENGINE_RUGCHECK_URL, ENGINE_GOPLUS_URL } = kit.config;
    const sources: Sources = {
      endpoints: ENGINE_SOLANA_RPC.map((baseUrl, index) => kit.upstream(`solana-${index + 1}`, { baseUrl, timeoutMs: 2.5 * SECOND })),
      rugcheck:
        ENGINE_RUGCHECK_URL === ""
          ? undefined
          : kit.upstream("rugcheck", {
              baseUrl: ENGINE_RUGCHECK_URL,
              timeoutMs: 6 * SECOND,
              maxBytes: 4 * MIB,
              budget: { calls: 15, perMs: MINUTE },
            }),
      goplus:
        ENGINE_GOPLUS_URL === ""
          ? undefined
          : kit.upstream("goplus", {
              baseUrl: ENGINE_GOPLUS_URL,
              timeoutMs: 3 * SECOND,
              // GoPlus counts 30 a minute an address: the engines share them
              budget: { calls: 10, perMs: MINUTE },
            }),
    };
    return async ({ contract_address }, { signal, now }) => {
      const address = addressOf(contract_address);
      if (address === undefined) throw new RejectedError("the contract address is no Solana address");
      const facts = await investigate(sources, address, signal);
      const { chain, rugcheck } = facts;
      if (chain.kind === "unread" && rugcheck.kind !== "answered") {
        throw new UnavailableError(`neither the chain nor RugCheck could be asked: ${chain.why}`);
      }
      return {
        signals: observeRules(rules, facts, { observedAt: now() }),
        partial: chain.kind === "unread" || (chain.kind === "mint" && (rugcheck.kind === "missing" || facts.holders === undefined)),
      };
    };
  },
});
