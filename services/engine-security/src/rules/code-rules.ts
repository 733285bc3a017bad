import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { silent } from "./weights.ts";

/** S00: is there a token at all? */
export const codeRules = [
  rule<Facts>(
    "no_code",
    { label: "SECURITY", status: "unknown", source: "eth_getCode", values: ({ snapshot }) => ({ address: snapshot.token }) },
    ({ isContract }) => !isContract,
    ({ snapshot }) => `no contract code at ${snapshot.token} on chain ${snapshot.chain.id}: nothing could be checked`,
    silent,
  ),
];
