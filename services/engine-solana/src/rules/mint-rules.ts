import { rule, type Rule } from "@token-sentiment/engine";
import { type Facts, inUse, mintOf } from "../facts.ts";
import type { Mint } from "../chain/mint.ts";
import { powerRules, REFUSAL } from "./power.ts";
import { columns, silent } from "./weights.ts";

const source = "getMultipleAccounts";

/** What was looked for and is not there: speaks for a token that is in use, and for no other. */
function gone(code: string, { is, text, f }: { is: (mint: Mint) => boolean; text: string; f: number }): Rule<Facts>[] {
  const absent = (facts: Facts): boolean => {
    const mint = mintOf(facts);
    return mint !== undefined && is(mint);
  };
  const options = { label: "SECURITY", status: "clear", group: "structure", source } as const;
  return [
    rule<Facts>(
      code,
      options,
      (facts) => absent(facts) && inUse(facts),
      () => text,
      columns(0, f),
    ),
    rule<Facts>(
      code,
      options,
      (facts) => absent(facts) && !inUse(facts),
      () => text,
      silent,
    ),
  ];
}

/** What the mint account itself says: authorities and the powers of Token-2022. */
export const mintRules: Rule<Facts>[] = [
  ...powerRules({
    code: "mint_authority",
    severity: 2,
    c: 0.35,
    w: 0.1,
    held: ({ mintAuthority }) => mintAuthority !== undefined,
    text: ({ mintAuthority }) => `Mint authority is live (${mintAuthority}): supply can be inflated at will`,
    values: ({ mintAuthority = "", supply }) => ({ authority: mintAuthority, supply: String(supply) }),
  }),
  ...gone("mint_authority", {
    is: (mint) => mint.mintAuthority === undefined,
    text: "Mint authority is revoked: supply is fixed",
    f: 0.15,
  }),
  ...powerRules({
    code: "freeze_authority",
    severity: 2,
    c: 0.3,
    w: 0.1,
    held: ({ freezeAuthority }) => freezeAuthority !== undefined,
    text: ({ freezeAuthority }) => `Freeze authority is live (${freezeAuthority}): holder accounts can be frozen`,
    values: ({ freezeAuthority = "" }) => ({ authority: freezeAuthority }),
  }),
  ...gone("freeze_authority", { is: (mint) => mint.freezeAuthority === undefined, text: "Freeze authority is revoked", f: 0.1 }),
  ...powerRules({
    code: "permanent_delegate",
    severity: 3,
    c: 0.7,
    held: ({ permanentDelegate }) => permanentDelegate !== undefined,
    text: ({ permanentDelegate }) => `Permanent delegate ${permanentDelegate} can move or burn any holder's tokens`,
    values: ({ permanentDelegate = "" }) => ({ delegate: permanentDelegate }),
  }),
  ...powerRules({
    code: "transfer_hook",
    severity: 2,
    c: 0.4,
    held: ({ transferHook }) => transferHook?.program !== undefined,
    text: ({ transferHook }) => `Every transfer calls hook program ${transferHook?.program}, which can refuse it`,
    values: ({ transferHook }) => ({ program: transferHook?.program ?? "", authority: transferHook?.authority ?? "" }),
  }),
  ...powerRules({
    code: "transfer_hook",
    severity: 1,
    c: 0.15,
    held: ({ transferHook }) => transferHook?.program === undefined && transferHook?.authority !== undefined,
    text: ({ transferHook }) => `No transfer hook is set, but ${transferHook?.authority} can set one`,
    values: ({ transferHook }) => ({ authority: transferHook?.authority ?? "" }),
  }),
  ...powerRules({
    code: "default_frozen",
    group: REFUSAL,
    severity: 3,
    c: 0.7,
    held: ({ newAccountsFrozen }) => newAccountsFrozen === true,
    text: () => "New accounts start frozen: buyers cannot sell until thawed",
  }),
  rule<Facts>(
    "non_transferable",
    { label: "SECURITY", group: REFUSAL, severity: 3, critical: true, source },
    (facts) => mintOf(facts)?.nonTransferable === true,
    () => "The token is non-transferable",
    columns(0.8),
  ),
  rule<Facts>(
    "paused",
    { label: "SECURITY", group: REFUSAL, severity: 3, critical: true, source },
    (facts) => mintOf(facts)?.pausable?.paused === true,
    () => "All transfers are paused right now",
    columns(0.8),
  ),
  ...powerRules({
    code: "pausable",
    severity: 2,
    c: 0.35,
    held: ({ pausable }) => pausable !== undefined && !pausable.paused && pausable.authority !== undefined,
    text: ({ pausable }) => `${pausable?.authority} can pause all transfers`,
    values: ({ pausable }) => ({ authority: pausable?.authority ?? "" }),
  }),
  ...powerRules({
    code: "mint_close",
    severity: 1,
    c: 0.1,
    held: ({ closeAuthority }) => closeAuthority !== undefined,
    text: ({ closeAuthority }) => `${closeAuthority} can close the mint once supply is zero`,
    values: ({ closeAuthority = "" }) => ({ authority: closeAuthority }),
  }),
];
