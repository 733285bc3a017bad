import { rule, type Rule } from "@token-sentiment/engine";
import { type Facts, inUse, mintOf } from "../facts.ts";
import type { Outcome, Refusal } from "../simulation/simulate.ts";
import { REFUSAL } from "./power.ts";
import { columns, silent } from "./weights.ts";

const source = "litesvm";
const WORDS: Record<Refusal, string> = {
  frozen: "account frozen",
  "non-transferable": "non-transferable",
  paused: "paused",
  hook: "by its transfer hook",
};
/** A stranger may be missing from a hook's list, and an account may be thawed for whoever asks. */
const PROOF: readonly Refusal[] = ["non-transferable", "paused"];

const ran = ({ simulation }: Facts) => (simulation.kind === "ran" ? simulation : undefined);
const lost = (outcome: Outcome | undefined): number | undefined => (outcome?.kind === "delivered" ? 100 - outcome.percent : undefined);
const lostNow = (facts: Facts): number | undefined => lost(ran(facts)?.now);
const lostLater = (facts: Facts): number | undefined => {
  const later = lost(ran(facts)?.later?.outcome);
  return later !== undefined && later > (lostNow(facts) ?? 0) ? later : undefined;
};
const refusal = (facts: Facts): Refusal | undefined => {
  const now = ran(facts)?.now;
  return now?.kind === "refused" ? now.because : undefined;
};
const proven = (facts: Facts): boolean => PROOF.some((because) => because === refusal(facts));
const between = (value: number | undefined, from: number, below: number): boolean => value !== undefined && value >= from && value < below;

/** A mint may claim 255 decimals: a number of so many zeros would push the rest of the line away. */
const LEAST_WRITTEN_OUT = 1e-9;
const tokens = (facts: Facts): string => {
  const amount = Number(ran(facts)?.amount ?? 0n) / 10 ** (mintOf(facts)?.decimals ?? 0);
  if (amount < LEAST_WRITTEN_OUT) return String(Number(amount.toPrecision(6)));
  return amount.toLocaleString("en-US", { maximumSignificantDigits: 6 });
};
const trial = (facts: Facts): string => `Simulated transfer of ${tokens(facts)} tokens`;
const delivered = (facts: Facts): string => `${trial(facts)} delivered ${(100 - (lostNow(facts) ?? 0)).toFixed(2)}%`;
/** Less than a basis point: the cap of a fee, next to nothing. */
const NOTHING = 0.00995;
const passed = (facts: Facts): boolean => between(lostNow(facts), 0, NOTHING);
/** Passing speaks for a token in use, unless code of its maker's was asked: that can tell a trial from a sale. */
const clears = (facts: Facts): boolean => lostNow(facts) === 0 && ran(facts)?.hook === undefined && inUse(facts);
const passedText = (facts: Facts): string =>
  lostNow(facts) === 0 ? `${trial(facts)} was delivered in full` : `${trial(facts)} delivered ${(100 - (lostNow(facts) ?? 0)).toFixed(4)}%`;
const refused = (facts: Facts): string => `${trial(facts)} was refused (${WORDS[refusal(facts) ?? "hook"]})`;
const values = (facts: Facts) => ({
  amount: String(ran(facts)?.amount ?? 0n),
  ...(lostNow(facts) !== undefined && { delivered_percent: 100 - (lostNow(facts) ?? 0) }),
  ...(lostLater(facts) !== undefined && { later_epoch: String(ran(facts)?.later?.epoch), later_percent: 100 - (lostLater(facts) ?? 0) }),
  ...(refusal(facts) !== undefined && { refused: refusal(facts) ?? "" }),
  ...(ran(facts)?.hook !== undefined && { hook: ran(facts)?.hook ?? "" }),
});
const options = { label: "SECURITY", source, values } as const;
const fee = { ...options, group: "transfer_fee" } as const;
const laterText = (facts: Facts): string =>
  `Simulated transfer at epoch ${ran(facts)?.later?.epoch} delivers ${(100 - (lostLater(facts) ?? 0)).toFixed(2)}% (now ${(100 - (lostNow(facts) ?? 0)).toFixed(2)}%)`;

/** What a transfer between two strangers really did, on the mint's own bytes and by the chain's own programs. */
export const simulationRules: Rule<Facts>[] = [
  rule<Facts>("sim_transfer", { ...options, group: REFUSAL, severity: 3, critical: true }, (facts) => proven(facts), refused, columns(0.8)),
  rule<Facts>(
    "sim_transfer",
    { ...options, group: REFUSAL, severity: 3, reliability: 0.8 },
    (facts) => refusal(facts) !== undefined && !proven(facts) && !facts.knownIssuer,
    refused,
    columns(0.8),
  ),
  rule<Facts>(
    "sim_transfer",
    { ...options, group: "known_issuer", severity: 1 },
    (facts) => refusal(facts) !== undefined && !proven(facts) && facts.knownIssuer,
    (facts) => `${refused(facts)} (known issuer)`,
    columns(0.1),
  ),
  rule<Facts>(
    "sim_transfer",
    { ...fee, severity: 3, critical: true },
    (facts) => between(lostNow(facts), 50, Infinity),
    delivered,
    columns(0.8),
  ),
  rule<Facts>("sim_transfer", { ...fee, severity: 3 }, (facts) => between(lostNow(facts), 10, 50), delivered, columns(0.5)),
  rule<Facts>("sim_transfer", { ...fee, severity: 2 }, (facts) => between(lostNow(facts), NOTHING, 10), delivered, columns(0.2)),
  rule<Facts>(
    "sim_transfer",
    { ...options, group: "structure", status: "clear" },
    (facts) => passed(facts) && clears(facts),
    passedText,
    columns(0, 0.1),
  ),
  rule<Facts>(
    "sim_transfer",
    { ...options, group: "structure", status: "clear" },
    (facts) => passed(facts) && !clears(facts),
    passedText,
    silent,
  ),
  rule<Facts>(
    "sim_transfer",
    { ...options, status: "unknown" },
    (facts) => ran(facts)?.now.kind === "unclear",
    (facts) => `${trial(facts)} failed for a reason that is not known here: not cleared`,
    silent,
  ),
  rule<Facts>(
    "sim_transfer",
    { ...options, status: "unknown" },
    (facts) => ran(facts)?.now.kind === "coarse",
    (facts) => `${trial(facts)} lost part of it to rounding: too few units to measure a fee`,
    silent,
  ),
  rule<Facts>(
    "sim_transfer",
    { label: "SECURITY", source, status: "unknown" },
    ({ simulation }) => simulation.kind === "gated",
    ({ simulation }) =>
      simulation.kind === "gated" ? `Transfers are hook-gated, not simulated: ${simulation.why} (hook ${simulation.hook})` : "",
    silent,
  ),
  rule<Facts>(
    "sim_transfer",
    { label: "SECURITY", source, status: "unknown" },
    ({ chain, simulation }) => simulation.kind === "missing" || (chain.kind === "mint" && simulation.kind === "off"),
    ({ simulation }) => `Transfer not simulated: ${simulation.kind === "missing" ? simulation.why : "it is switched off"}`,
    silent,
  ),
  rule<Facts>("sim_transfer_later", { ...fee, severity: 3 }, (facts) => between(lostLater(facts), 10, Infinity), laterText, columns(0.5)),
  rule<Facts>("sim_transfer_later", { ...fee, severity: 2 }, (facts) => between(lostLater(facts), NOTHING, 10), laterText, columns(0.2)),
];
