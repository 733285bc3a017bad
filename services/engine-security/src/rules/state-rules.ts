import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { nats, silent } from "./weights.ts";

const moves = ({ trade }: Facts) => trade?.movements;
const enough = (facts: Facts): boolean => (moves(facts)?.asked ?? 0) > 0;
const moveOptions = {
  label: "SECURITY",
  group: "balances",
  source: "eth_getLogs, balanceOf",
  values: (facts: Facts) => ({ asked: moves(facts)?.asked ?? 0, silent: moves(facts)?.silent ?? 0, siphoned: moves(facts)?.siphoned ?? 0 }),
} as const;
const siphonedShare = (facts: Facts): number => (moves(facts)?.siphoned ?? 0) / Math.max(1, moves(facts)?.asked ?? 0);
const siphons = (facts: Facts): boolean => enough(facts) && moves(facts)?.even === false && siphonedShare(facts) > 0.1;
const MISMATCHES = 2;
const mismatched = (facts: Facts): boolean => moves(facts)?.even === false && (moves(facts)?.silent ?? 0) >= MISMATCHES;

const contracts = ({ trade }: Facts) => trade?.guard?.contracts ?? [];
const others = ({ trade }: Facts) => trade?.guard?.others ?? [];
const guardOptions = {
  label: "SECURITY",
  group: "guard",
  source: "eth_createAccessList",
  values: (facts: Facts) => ({ contracts: [...contracts(facts), ...others(facts)].slice(0, 2).join(",") }),
} as const;

/** S15, the siphon of S03, and S25: what the state shows beside the logs, and beside the token. */
export const stateRules = [
  rule<Facts>(
    "siphoned",
    { ...moveOptions, severity: 3 },
    siphons,
    (facts) => `${moves(facts)?.siphoned ?? 0} of ${moves(facts)?.asked ?? 0} holders have less than their Transfer events leave them`,
    nats(3, -3),
  ),
  rule<Facts>(
    "event_mismatch",
    { ...moveOptions, severity: 3 },
    mismatched,
    (facts) => `${moves(facts)?.silent ?? 0} balances changed without a Transfer event`,
    nats(1.5, -1, 0.3),
  ),
  rule<Facts>(
    "event_mismatch",
    { ...moveOptions, status: "clear" },
    (facts) => enough(facts) && !mismatched(facts),
    (facts) =>
      moves(facts)?.even
        ? "balances change together, by one ratio: a rebasing or reflecting token"
        : `balances of ${moves(facts)?.asked ?? 0} holders agree with their Transfer events`,
    silent,
  ),
  rule<Facts>(
    "event_mismatch",
    { ...moveOptions, status: "unknown" },
    (facts) => facts.isContract && !enough(facts),
    () => "balances were not compared with Transfer events: the node refuses logs or the state of 100 blocks ago, or nobody bought lately",
    silent,
  ),
  rule<Facts>(
    "transfer_guard",
    { ...guardOptions, severity: 2 },
    (facts) => contracts(facts).length > 0,
    (facts) => `every transfer uses an external contract: ${contracts(facts)[0] ?? ""}`,
    nats(1, -0.6),
  ),
  rule<Facts>(
    "transfer_guard",
    { ...guardOptions, status: "inconclusive", reliability: 0.5 },
    (facts) => contracts(facts).length === 0 && others(facts).length > 0,
    (facts) => `every transfer uses an address outside its market, of which no storage is read: ${others(facts)[0] ?? ""}`,
    silent,
  ),
  rule<Facts>(
    "transfer_guard",
    { ...guardOptions, status: "clear" },
    (facts) => facts.trade?.guard !== undefined && contracts(facts).length === 0 && others(facts).length === 0,
    () => "a transfer touches no contract but the token and its market",
    silent,
  ),
  rule<Facts>(
    "transfer_guard",
    { ...guardOptions, status: "unknown" },
    ({ isContract, trade }) => isContract && trade?.guard === undefined,
    () => "what a transfer touches is not known: no transfer could be watched",
    silent,
  ),
];
