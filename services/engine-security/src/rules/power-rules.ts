import type { BranchWeights } from "@token-sentiment/contract";
import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { type Power, type PowerName, powerNames, type Proven } from "../powers/judge.ts";
import { percent } from "./percent.ts";
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
  tiers: { reaches: number; severity: 1 | 2 | 3; weights: BranchWeights }[];
}

const proofOf = ({ powers }: Facts, name: PowerName): Proof | undefined => {
  const power = powers[name];
  return power.status === "hit" ? power : undefined;
};
/** Several keys or a delay stand before it. */
const guarded = ({ snapshot }: Facts): boolean => snapshot.owner?.kind === "safe" || snapshot.owner?.kind === "timelock";
const scaled = ({ real_crash, false_fud, whale_manipulation }: BranchWeights, by: number): BranchWeights =>
  nats(real_crash * by, false_fud * by, whale_manipulation * by);

function values(facts: Facts, name: PowerName): Record<string, string | number> {
  const power = facts.powers[name];
  if (power.status === "clear") return { calls_tried: power.tried, functions_untried: power.untried };
  if (power.status !== "hit") return {};
  const { proven, from } = power;
  const selectors = [...new Set(proven.map(({ selector }) => selector))].slice(0, 8).join(",");
  return {
    selectors,
    by: proven[0]?.by ?? "",
    ...(name === "raise tax" ? { from_bps: from, to_bps: proven[0]?.reached ?? 0 } : {}),
    ...(name === "mint" ? { supply_percent: proven[0]?.reached ?? 0 } : {}),
  };
}

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
      const holds = (facts: Facts) => tiers.find(({ reaches }) => (proofOf(facts, name)?.proven[0]?.reached ?? -1) >= reaches) === tier;
      return [
        rule<Facts>(code, { ...options, severity: tier.severity }, (facts) => holds(facts) && !guarded(facts), text, tier.weights),
        rule<Facts>(code, { ...options, severity: 1 }, (facts) => holds(facts) && guarded(facts), text, scaled(tier.weights, 0.4)),
      ];
    }),
    rule<Facts>(
      code,
      { ...options, status: "clear" },
      ({ isContract, powers }) => isContract && powers[name].status === "clear",
      ({ powers }) => {
        const power = powers[name];
        const tried = power.status === "clear" ? power.tried : 0;
        return tried > 0
          ? `nobody who was tried could ${could} (${tried} ${tried === 1 ? "call" : "calls"})`
          : `no function that could ${could}`;
      },
      silent,
    ),
    ...(["inconclusive", "unknown"] as const).map((status) =>
      rule<Facts>(
        code,
        { ...options, status, reliability: status === "inconclusive" ? 0.5 : 1 },
        ({ isContract, powers }) => isContract && powers[name].status === status,
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
const call = ({ selector, arguments: types }: Proven): string => `${selector}(${types.length > MOST_TYPES ? "…" : types})`;

/** S10 to S13: powers used in simulation, with the function that has them. */
const proven = [
  powerRules({
    code: "mint",
    name: "mint",
    can: (first) => `mint: ${call(first)} raised the supply by ${first.reached} % in simulation`,
    could: "mint",
    tiers: [{ reaches: 0, severity: 2, weights: nats(1.2, -0.8) }],
  }),
  powerRules({
    code: "destroy_balance",
    name: "destroy",
    can: (first) => `take a holder's balance: ${call(first)}`,
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
    can: (first, { from }) => `raise the sell tax from ${percent(from)} to ${percent(first.reached)}: ${call(first)}`,
    could: "raise the sell tax",
    tiers: [
      { reaches: 5_000, severity: 3, weights: nats(1.8, -1.2) },
      { reaches: 0, severity: 2, weights: nats(0.6, 0) },
    ],
  }),
].flat();

/** S22: the owner gave up, and somebody else still can. */
const hiddenBy = ({ snapshot, powers }: Facts): PowerName[] => {
  if (snapshot.owner !== undefined && snapshot.owner.kind !== "nobody") return [];
  return powerNames.filter((name) => {
    const power = powers[name];
    return power.status === "hit" && power.proven.some(({ by }) => by === "key");
  });
};

export const allPowerRules = [
  ...proven,
  rule<Facts>(
    "hidden_owner",
    { label: "SECURITY", group, severity: 3, source, values: (facts) => ({ powers: hiddenBy(facts).join(", ") }) },
    (facts) => hiddenBy(facts).length > 0,
    (facts) => `no owner is named, but an address in its storage still has power: ${hiddenBy(facts).join(", ")}`,
    nats(2.5, -2),
  ),
];
