import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { nats, silent } from "./weights.ts";

const environmentOf = ({ opcodes }: Facts): string =>
  Object.entries(opcodes?.environment ?? {})
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");

const codeOptions = { label: "SECURITY", group: "code", source: "eth_getCode" } as const;

/** S00, S24, S26: is there a token at all, and what do its instructions show? */
export const codeRules = [
  rule<Facts>(
    "no_code",
    { label: "SECURITY", status: "unknown", source: "eth_getCode", values: ({ snapshot }) => ({ address: snapshot.token }) },
    ({ isContract }) => !isContract,
    ({ snapshot }) => `no contract code at ${snapshot.token} on chain ${snapshot.chain.id}: nothing could be checked`,
    silent,
  ),
  rule<Facts>(
    "code",
    { ...codeOptions, status: "clear", values: ({ snapshot }) => ({ bytes: (snapshot.logic.length - 2) / 2 }) },
    ({ isContract }) => isContract,
    ({ snapshot }) => `contract code of ${(snapshot.logic.length - 2) / 2} bytes`,
    silent,
  ),
  rule<Facts>(
    "self_destruct",
    { ...codeOptions, severity: 1 },
    ({ opcodes }) => opcodes?.selfDestruct === true,
    () => "contains SELFDESTRUCT, which since Cancun (EIP-6780) no longer removes deployed code",
    nats(0.3, 0),
  ),
  rule<Facts>(
    "self_destruct",
    { ...codeOptions, status: "clear" },
    ({ opcodes }) => opcodes?.selfDestruct === false,
    () => "no SELFDESTRUCT that a jump leads to",
    silent,
  ),
  rule<Facts>(
    "environment",
    { ...codeOptions, values: ({ opcodes }) => ({ ...opcodes?.environment }) },
    (facts) => facts.isContract && environmentOf(facts) !== "",
    (facts) => `its code reads the environment: ${environmentOf(facts)}`,
    silent,
  ),
  rule<Facts>(
    "environment",
    { ...codeOptions, status: "clear" },
    (facts) => facts.isContract && environmentOf(facts) === "",
    () => "its code reads nothing of its environment",
    silent,
  ),
];
