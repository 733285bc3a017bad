import type { BranchWeights } from "@token-sentiment/contract";
import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { MOST_PERCENT } from "../powers/effect.ts";
import type { Power, PowerName, Proven } from "../powers/judge.ts";
import { selectorsOf } from "../powers/selectors.ts";
import { percent } from "./percent.ts";
import { scaleOf, SCALES } from "./power-scale.ts";
import { nats, silent } from "./weights.ts";

const group = "powers";
const source = "eth_call";

const WHO: Record<Proven["by"], string> = { owner: "the owner", key: "an address in its storage", anyone: "anyone" };

type Proof = Extract<Power, { status: "hit" }>;
interface Wording {
  code: string;
  name: PowerName;
  /** After who can do it. */
  can: (first: Proven, power: Proof) => string;
  /** After "nobody who was tried". */
  could: string;
  /** First that holds. */
  tiers: { reaches: number; severity: 0 | 1 | 2 | 3; weights: BranchWeights }[];
}

const proofOf = ({ powers }: Facts, name: PowerName): Proof | undefined => {
  const power = powers[name];
  return power.status === "hit" ? power : undefined;
};
const scaled = ({ real_crash, false_fud, whale_manipulation }: BranchWeights, by: number): BranchWeights =>
  nats(real_crash * by, false_fud * by, whale_manipulation * by);

function values(facts: Facts, name: PowerName): Record<string, string | number | boolean> {
  const power = facts.powers[name];
  if (power.status === "clear") return { calls_tried: power.tried, functions_untried: power.untried };
  if (power.status !== "hit") return {};
  const { proven, from } = power;
  const selectors = [...new Set(proven.map(({ selector }) => selector))].slice(0, 8).join(",");
  return {
    selectors,
    by: proven[0]?.by ?? "",
    ...(name === "raise tax" ? { from_bps: from, to_bps: farthest(power) } : {}),
    ...(name === "mint" ? { supply_percent: farthest(power) } : {}),
    ...(name === "mint" || name === "destroy" ? { gained: proven.some(({ gained }) => gained) } : {}),
  };
}

const farthest = (power: Proof | undefined): number => Math.max(-1, ...(power?.proven ?? []).map(({ reached }) => reached));
/** Neither proven nor shown absent. */
const open = ({ isContract, powers }: Facts, name: PowerName): boolean =>
  isContract && (powers[name].status === "inconclusive" || powers[name].status === "unknown");

/** One power: proven, shown absent, or why neither. Guarded owners weigh 0.4 of it. */
function powerRules({ code, name, can, could, tiers }: Wording) {
  const options = { label: "SECURITY", group, source, values: (facts: Facts) => values(facts, name) } as const;
  const text = (facts: Facts): string => {
    const power = proofOf(facts, name);
    const [first] = power?.proven ?? [];
    return power && first ? `${WHO[first.by]} can ${can(first, power)}` : could;
  };
  return [
    ...tiers.flatMap((tier) => {
      const holds = (facts: Facts) => tiers.find(({ reaches }) => farthest(proofOf(facts, name)) >= reaches) === tier;
      return SCALES.map((scale) =>
        rule<Facts>(
          code,
          { ...options, severity: scale === 1 || scale === 0.3 ? tier.severity : 1 },
          (facts) => holds(facts) && scaleOf(facts, name) === scale,
          text,
          scaled(tier.weights, scale),
        ),
      );
    }),
    rule<Facts>(
      code,
      { ...options, status: "clear" },
      ({ isContract, powers }) => isContract && powers[name].status === "clear",
      ({ powers }) => {
        const power = powers[name];
        const { tried, untried } = power.status === "clear" ? power : { tried: 0, untried: 0 };
        return tried > 0
          ? `nobody who was tried could ${could} (${tried} ${tried === 1 ? "call" : "calls"}${untried > 0 ? `; functions that could not be called: ${untried}` : ""})`
          : `no function that could ${could}`;
      },
      silent,
    ),
    rule<Facts>(
      code,
      { ...options, status: "inconclusive", reliability: 0.4, values: (facts) => ({ selectors: selectorsOf(name, facts).join(",") }) },
      (facts) => open(facts, name) && selectorsOf(name, facts).length > 0,
      (facts) => `bytecode offers a function to ${could} (${selectorsOf(name, facts).join(", ")}), which could not be tried`,
      tiers.at(-1)?.weights ?? silent,
    ),
    ...(["inconclusive", "unknown"] as const).map((status) =>
      rule<Facts>(
        code,
        { ...options, status, reliability: status === "inconclusive" ? 0.5 : 1 },
        (facts) => open(facts, name) && facts.powers[name].status === status && selectorsOf(name, facts).length === 0,
        ({ powers }) => {
          const power = powers[name];
          return `whether anyone can ${could} is not known: ${"why" in power ? power.why : ""}`;
        },
        silent,
      ),
    ),
  ];
}

const MOST_TYPES = 60;
const call = ({ selector, arguments: types, after }: Proven): string =>
  `${selector}(${types.length > MOST_TYPES ? "…" : types})${after === undefined ? "" : ` after ${after}`}`;

/** S10 to S13: powers used in simulation, with the function that has them. */
const proven = [
  powerRules({
    code: "mint",
    name: "mint",
    can: (first) =>
      `mint${first.gained ? "" : " for others"}: ${call(first)} raised the supply by ${first.reached} %${first.reached < MOST_PERCENT ? "" : " or more"} in simulation`,
    could: "mint",
    tiers: [{ reaches: 0, severity: 2, weights: nats(1.2, -0.8) }],
  }),
  powerRules({
    code: "destroy_balance",
    name: "destroy",
    can: (first) => `${first.gained ? "take" : "destroy"} a holder's balance: ${call(first)}`,
    could: "take a holder's balance",
    tiers: [{ reaches: 0, severity: 3, weights: nats(2, -1.5) }],
  }),
  powerRules({
    code: "block_holder",
    name: "block",
    can: (first) => `block a holder's sell: ${call(first)}`,
    could: "block a holder's sell",
    tiers: [{ reaches: 0, severity: 2, weights: nats(1.2, -0.8) }],
  }),
  powerRules({
    code: "raise_tax",
    name: "raise tax",
    can: (first, { from }) =>
      `raise the sell tax from ${percent(from)} to ${percent(first.reached)}, the highest that was tried: ${call(first)}`,
    could: "raise the sell tax",
    tiers: [
      { reaches: 5_000, severity: 3, weights: nats(1.8, -1.2) },
      { reaches: 0, severity: 2, weights: nats(0.6, 0) },
    ],
  }),
].flat();

/** The hidden mint: a sale credits more than it debits. */
const inflating = powerRules({
  code: "inflating_sale",
  name: "inflate",
  can: (first) =>
    first.selector === "0x"
      ? `sell and thereby create ${percent(first.reached)} of what is sold out of nothing`
      : `make sales create ${percent(first.reached)} of what is sold out of nothing: ${call(first)}`,
  could: "make sales create tokens",
  tiers: [{ reaches: 0, severity: 3, weights: nats(1.2, -0.8) }],
});

/** What takes a gate's keeper, and an owner who was gone. */
const ownership = [
  powerRules({
    code: "closed_gate",
    name: "open",
    can: (first) => `open selling, which is closed: ${call(first)}`,
    could: "open or close selling for all",
    tiers: [{ reaches: 0, severity: 2, weights: nats(0.5, 0) }],
  }),
  powerRules({
    code: "take_back",
    name: "take back",
    can: (first) => `take back ownership that was given up: ${call(first)}`,
    could: "take back ownership",
    tiers: [{ reaches: 0, severity: 3, weights: nats(2, -1.5) }],
  }),
].flat();

export const allPowerRules = [...proven, ...inflating, ...ownership];
