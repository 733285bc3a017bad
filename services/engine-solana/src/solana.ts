import { type Address, isAddress } from "@solana/kit";
import type { Signal } from "@token-sentiment/contract";
import { defineEngine, observeRules, RejectedError, UnavailableError } from "@token-sentiment/engine";
import { Config } from "./config.ts";
import type { Facts } from "./facts.ts";
import { rememberReports } from "./checkers/remember-reports.ts";
import { isIndexed } from "./checkers/report.ts";
import { investigate } from "./investigate.ts";
import { rules } from "./rules/rules.ts";
import { openSimulator } from "./simulation/open-simulator.ts";
import type { Sources } from "./sources.ts";

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
    const { ENGINE_SOLANA_RPC, ENGINE_SOLANA_HOLDERS_RPC, ENGINE_RUGCHECK_URL, ENGINE_GOPLUS_URL } = kit.config;
    // the code of a hook may be large
    const node = { timeoutMs: 2.5 * SECOND, maxBytes: 4 * MIB };
    const sources: Sources = {
      endpoints: ENGINE_SOLANA_RPC.map((baseUrl, index) => kit.upstream(`solana-${index + 1}`, { ...node, baseUrl })),
      holdersNode:
        ENGINE_SOLANA_HOLDERS_RPC === "" ? undefined : kit.upstream("solana-holders", { ...node, baseUrl: ENGINE_SOLANA_HOLDERS_RPC }),
      scansLaunch: kit.config.ENGINE_SOLANA_LAUNCH_SCAN === "on",
      simulator: kit.config.ENGINE_SOLANA_SIMULATION === "on" ? kit.stack.use(openSimulator()) : undefined,
      reports: rememberReports(Date.now, isIndexed),
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
    return async ({ contract_address, coin_symbol }, { signal, now }) => {
      const address = addressOf(contract_address);
      if (address === undefined) throw new RejectedError("the contract address is no Solana address");
      const facts = await investigate(sources, { address, symbol: coin_symbol.toUpperCase() }, signal);
      if (nothingSeen(facts)) throw new UnavailableError(`neither the chain nor RugCheck nor GoPlus could be asked: ${whyUnread(facts)}`);
      return { signals: dated(observeRules(rules, facts, { observedAt: now() }), facts), partial: isPartial(facts) };
    };
  },
});

const whyUnread = ({ chain }: Facts): string => (chain.kind === "unread" ? chain.why : "");
const nothingSeen = ({ chain, rugcheck, goplus }: Facts): boolean =>
  chain.kind === "unread" && rugcheck.kind !== "answered" && goplus.kind !== "answered";

/** A source was missing that may answer the next time. */
const isPartial = ({ chain, rugcheck, goplus, holders, simulation }: Facts): boolean =>
  chain.kind === "unread" ||
  (goplus.kind === "answered" && goplus.unfinished === true) ||
  (chain.kind === "mint" && (rugcheck.kind === "missing" || holders === undefined || simulation.kind === "missing"));

/** RugCheck's word may be half an hour old. */
const dated = (signals: Signal[], { rugcheck }: Facts): Signal[] =>
  signals.map((signal) =>
    (signal.source === "rugcheck" || signal.values["told_by"] === "rugcheck") && rugcheck.kind === "answered" && rugcheck.at !== undefined
      ? { ...signal, observed_at: rugcheck.at }
      : signal,
  );
