import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import type { Check } from "./check.ts";
import { nats, round, silent } from "./wording.ts";

const age = {
  label: "ON-CHAIN",
  source: "eth_getCode",
  values: ({ age: of, pool }: Facts) => ({ over_days: round(of?.over ?? 0), under_days: round(of?.under ?? 0), pool: pool?.pair ?? "" }),
} as const;
const HOURS = 24;

function say({ age: of }: Facts): string {
  const { over = 0, under } = of ?? {};
  if (over === under) return over < 2 ? `the pool is ${Math.round(over * HOURS)} hours old` : `the pool is ${Math.round(over)} days old`;
  if (under === undefined) return `the pool is more than ${over} ${over === 1 ? "day" : "days"} old`;
  return over === 0
    ? `the pool is less than ${under} ${under === 1 ? "day" : "days"} old`
    : `the pool is between ${over} and ${under} days old`;
}

/** O12: how old the pool is; most tokens live less than a day. */
export const ageChecks: Check[] = [
  {
    id: "O12",
    code: "token_age",
    subject: "age of the pool",
    ofPool: true,
    why: () => "the node keeps no state so old",
    rows: [
      rule<Facts>("token_age", { ...age, severity: 1 }, ({ age: of }) => of?.under !== undefined && of.under <= 1, say, nats(1, -0.7, 0.3)),
      rule<Facts>(
        "token_age",
        { ...age, status: "clear", group: "structure" },
        ({ age: of }) => (of?.over ?? 0) >= 180,
        say,
        nats(-0.5, 0.5),
      ),
      rule<Facts>("token_age", { ...age, status: "inconclusive" }, ({ age: of }) => of !== undefined, say, silent),
    ],
  },
];
