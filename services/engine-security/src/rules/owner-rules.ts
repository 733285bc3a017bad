import { rule } from "@token-sentiment/engine";
import type { Account } from "@token-sentiment/evm";
import type { Facts } from "../facts.ts";
import { nats, silent } from "./weights.ts";

const group = "owner";
const owner = ({ snapshot }: Facts): Account | undefined => snapshot.owner;
const owned = (facts: Facts, kind: Account["kind"]): boolean => facts.isContract && owner(facts)?.kind === kind;
const ownerOptions = {
  label: "SECURITY",
  group,
  source: "owner()",
  values: (facts: Facts) => ({ owner: owner(facts)?.address ?? "", kind: owner(facts)?.kind ?? "" }),
} as const;

/** Who may exchange the code: the proxy's admin, or the owner where the implementation decides. */
const upgrader = ({ snapshot }: Facts): Account | undefined => snapshot.proxy && (snapshot.proxy.admin ?? snapshot.owner);
const upgradeable = (facts: Facts, ...kinds: (Account["kind"] | undefined)[]): boolean =>
  facts.snapshot.proxy !== undefined && kinds.includes(upgrader(facts)?.kind);
const delegates = ({ opcodes }: Facts): boolean => opcodes?.delegates === true;
const proxyOptions = {
  label: "SECURITY",
  group: "proxy",
  source: "storage slots",
  values: (facts: Facts) => ({
    implementation: facts.snapshot.proxy?.implementation ?? "",
    admin: upgrader(facts)?.address ?? "",
    standard: facts.snapshot.proxy?.standard ?? "",
  }),
} as const;

/** S20 and S21: who can change the rules, and the code. */
export const ownerRules = [
  rule<Facts>(
    "owner",
    { ...ownerOptions, status: "clear", group: "structure" },
    (facts) => owned(facts, "nobody"),
    () => "ownership is renounced",
    nats(-0.6, 0.8),
  ),
  rule<Facts>(
    "owner",
    ownerOptions,
    (facts) => owned(facts, "timelock"),
    () => "owner is a timelock of at least 48 hours",
    nats(-0.3, 0.4),
  ),
  rule<Facts>(
    "owner",
    { ...ownerOptions, severity: 1 },
    (facts) => owned(facts, "wallet"),
    () => "owner is a plain wallet",
    nats(0.4, -0.2),
  ),
  rule<Facts>(
    "owner",
    ownerOptions,
    (facts) => owned(facts, "safe"),
    () => "owner is a multi-signature contract",
    silent,
  ),
  rule<Facts>(
    "owner",
    ownerOptions,
    (facts) => owned(facts, "contract"),
    () => "owner is a contract of unknown kind",
    silent,
  ),
  rule<Facts>(
    "owner",
    { ...ownerOptions, status: "unknown" },
    (facts) => facts.isContract && owner(facts) === undefined,
    () => "the token does not say who owns it",
    silent,
  ),
  rule<Facts>(
    "proxy",
    { ...proxyOptions, severity: 2 },
    (facts) => upgradeable(facts, "wallet"),
    () => "upgradeable proxy, in the hands of a plain wallet",
    nats(1, -0.6),
  ),
  rule<Facts>(
    "proxy",
    { ...proxyOptions, severity: 1 },
    (facts) => upgradeable(facts, "safe"),
    () => "upgradeable proxy, admin is a multi-signature contract",
    nats(0.3, 0),
  ),
  rule<Facts>(
    "proxy",
    { ...proxyOptions, severity: 1 },
    (facts) => upgradeable(facts, "timelock"),
    () => "upgradeable proxy, admin is a timelock",
    nats(0.1, 0),
  ),
  rule<Facts>(
    "proxy",
    { ...proxyOptions, severity: 1 },
    (facts) => upgradeable(facts, "contract", "nobody", undefined),
    () => "upgradeable proxy; who may exchange the code is not known",
    silent,
  ),
  rule<Facts>(
    "proxy",
    { ...proxyOptions, status: "inconclusive", reliability: 0.5 },
    (facts) => facts.isContract && !facts.snapshot.proxy && delegates(facts),
    () => "its code runs code of another contract as its own, which no known proxy slot names: whether that can be exchanged is not known",
    silent,
  ),
  rule<Facts>(
    "proxy",
    { ...proxyOptions, status: "clear" },
    (facts) => facts.isContract && !facts.snapshot.proxy && !delegates(facts),
    ({ snapshot }) =>
      snapshot.minimal
        ? "a minimal proxy (EIP-1167): what it forwards to can not be exchanged"
        : "not an upgradeable proxy: every known proxy slot is empty",
    silent,
  ),
];
