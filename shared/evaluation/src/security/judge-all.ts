import type { Signal } from "@token-sentiment/contract";
import { AddressText, type Chain } from "@token-sentiment/evm";
import type { Abi, Address } from "viem";
import { compileSource } from "./compile-source.ts";
import { deploySource, tokenAmong } from "./deploy-source.ts";
import type { Judge } from "./judge-token.ts";
import type { Labelled } from "./labels.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { setRuntime } from "./set-runtime.ts";
import { stageToken } from "./stage-token.ts";

/** One contract's judgement. */
export interface Judged {
  labelled: Labelled;
  /** How it came onto the chain. */
  how: "compiled" | "runtime code" | "not at all";
  /** Undefined: there was nothing to judge, and why. */
  signals: Signal[] | undefined;
  why: string | undefined;
}

/** Where and by whom they are judged. */
export interface Court {
  judge: Judge;
  urls: Record<"1" | "56", string>;
  chains: Record<"1" | "56", Chain>;
  accounts: readonly Address[];
  progress: (line: string) => void;
}

/** Puts each contract on a chain of its own state, trades it, and asks the engine; in order, each undone before the next. */
export async function judgeAll(all: readonly Labelled[], court: Court): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const labelled of all) {
    const one = await judgeOne(labelled, court);
    court.progress(`${judged.length + 1}/${all.length} ${labelled.address} ${one.how}${one.why === undefined ? "" : `: ${one.why}`}`);
    judged.push(one);
  }
  return judged;
}

/** A source that names the exchange of BNB Smart Chain was written for it. */
const chainFor = ({ source = "" }: Labelled): "1" | "56" => (/0x10ED43|0x05fF2B0D|0xbb4CdB9|pancake/i.test(source) ? "56" : "1");

async function judgeOne(labelled: Labelled, court: Court): Promise<Judged> {
  const id = chainFor(labelled);
  const ledger = openLedger(court.urls[id]);
  const before = await ledger.request("evm_snapshot", []);
  try {
    const compiled = await fromSource(ledger, labelled, { court, id });
    if (compiled.signals || labelled.runtime === undefined) return compiled;
    await ledger.request("evm_revert", [before]);
    const again = await ledger.request("evm_snapshot", []);
    const bare = await fromRuntime(ledger, labelled, { court, id });
    await ledger.request("evm_revert", [again]);
    return bare.signals ? bare : { ...compiled, why: `${compiled.why ?? ""}; as runtime code: ${bare.why ?? ""}` };
  } finally {
    await ledger.request("evm_revert", [before]).catch(() => undefined);
  }
}

interface Where {
  court: Court;
  id: "1" | "56";
}

async function fromSource(ledger: Ledger, labelled: Labelled, { court, id }: Where): Promise<Judged> {
  const { source, runtime } = labelled;
  const without = (why: string): Judged => ({ labelled, how: "not at all", signals: undefined, why });
  if (source === undefined) return without("no source");
  const compilation = await compileSource(source);
  if ("why" in compilation) return without(compilation.why);
  const contract = tokenAmong(compilation.contracts, runtime);
  if (!contract) return without("its source defines no token");
  const [owner, ...others] = court.accounts;
  if (!owner) return without("no accounts");
  const token = await deploySource(ledger, contract, { source, chain: court.chains[id], owner, others });
  if (!token) return without("its constructor refuses every guessed argument");
  return judgeStaged(ledger, { labelled, token, abi: contract.abi, how: "compiled" }, { court, id });
}

async function fromRuntime(ledger: Ledger, labelled: Labelled, { court, id }: Where): Promise<Judged> {
  const [owner] = court.accounts;
  const address = AddressText.parse(labelled.address);
  const token = owner && (await setRuntime(ledger, { address, runtime: labelled.runtime ?? "0x", owner, chain: court.chains[id] }));
  if (!token) return { labelled, how: "not at all", signals: undefined, why: "its balances are kept where they were not found" };
  return judgeStaged(ledger, { labelled, token, abi: [], how: "runtime code" }, { court, id });
}

async function judgeStaged(
  ledger: Ledger,
  { labelled, token, abi, how }: { labelled: Labelled; token: Address; abi: Abi; how: Judged["how"] },
  { court, id }: Where,
): Promise<Judged> {
  const [owner] = court.accounts;
  if (!owner) throw new Error("the sandbox has no accounts");
  const staged = await stageToken(ledger, { token, abi, owner, accounts: court.accounts, chain: court.chains[id] });
  if ("why" in staged) return { labelled, how: "not at all", signals: undefined, why: staged.why };
  return { labelled, how, signals: await court.judge.signalsOf(token, id), why: undefined };
}
