import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { silent } from "./wording.ts";

const unknown = { label: "ON-CHAIN", status: "unknown" } as const;
const isThere = ({ snapshot }: Facts): boolean => snapshot.code !== "0x";

/** What could not be looked at: never taken for calm. */
export const unknownRules = [
  rule<Facts>(
    "no_code",
    { ...unknown, source: "eth_getCode" },
    (facts) => !isThere(facts),
    () => "there is no contract at this address: nothing on chain could be read",
    silent,
  ),
  rule<Facts>(
    "no_pool",
    { ...unknown, source: "getPair" },
    (facts) => isThere(facts) && facts.pool === undefined,
    ({ snapshot }) =>
      `no pool against ${snapshot.chain.coin} on the exchanges that are looked at: price, liquidity and sellers are unknown`,
    silent,
  ),
  rule<Facts>(
    "no_logs",
    { ...unknown, source: "eth_getLogs" },
    ({ pool, day }) => pool !== undefined && day === undefined,
    () => "no endpoint grants its logs: drawdown, liquidity removal and sellers are unknown",
    silent,
  ),
  rule<Facts>(
    "lp_unknown",
    { ...unknown, source: "totalSupply" },
    ({ pool, shares }) => pool !== undefined && shares === undefined,
    () => "the pool does not say who holds its shares: whether liquidity was or can be taken out is unknown",
    silent,
  ),
];
