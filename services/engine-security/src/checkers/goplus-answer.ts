import { z } from "zod";
import type { Claim, Opinion } from "./opinion.ts";

const text = z.union([z.string(), z.number()]).transform(String);
/** "0" and "1"; anything else, and nothing, is unknown. */
const flag = text
  .transform((value) => (value === "1" ? true : value === "0" ? false : undefined))
  .optional()
  .catch(undefined);
/** A share of one; empty is unknown, not zero. */
const share = text
  .transform((value) => (value.trim() === "" ? undefined : Number(value)))
  .pipe(z.number().nonnegative().optional())
  .optional()
  .catch(undefined);
const Holder = z.object({ percent: share });

const Token = z.object({
  is_open_source: flag,
  is_proxy: flag,
  is_honeypot: flag,
  cannot_buy: flag,
  trading_cooldown: flag,
  buy_tax: share,
  sell_tax: share,
  is_mintable: flag,
  owner_change_balance: flag,
  is_blacklisted: flag,
  transfer_pausable: flag,
  slippage_modifiable: flag,
  personal_slippage_modifiable: flag,
  can_take_back_ownership: flag,
  hidden_owner: flag,
  owner_percent: share,
  creator_percent: share,
  holders: z.array(Holder).nullish().catch(undefined),
  lp_holders: z.array(Holder).nullish().catch(undefined),
});
export type GoplusToken = z.infer<typeof Token>;

/** `GET /api/v1/token_security/{chain}`: errors come in the body, with status 200; the token's key is its address in lower case. */
export const GoplusAnswer = z.object({
  code: z.number(),
  result: z.record(z.string(), Token).nullish().catch(undefined),
});

const BPS = 10_000;
/** At half of a sale nobody calls it selling any more. */
const UNSELLABLE = 0.5;
/** Rounding goes a little over one. */
const WHOLE = 1.005;

const digit = (value: boolean): string => (value ? "1" : "0");
const claim = (says: boolean | undefined, field: string): Claim | undefined =>
  says === undefined ? undefined : { says, by: `${field}=${digit(says)}` };

/** The first that says yes, else the first that says anything. */
const either = (...claims: (Claim | undefined)[]): Claim | undefined =>
  claims.find((one) => one?.says === true) ?? claims.find((one) => one !== undefined);

/**
 * Reads an opinion off GoPlus's fields. Without source, or in front of a proxy, it stops looking: what it denies then is unknown. A cooldown
 * can show as a sell tax of one; without a cooldown a sell tax of half and more is a token that cannot be sold, whatever `is_honeypot` says.
 */
export function goplusOpinion(token: GoplusToken, { complete }: { complete: boolean }): Opinion {
  const blind = token.is_open_source === false || token.is_proxy === true;
  const power = (says: boolean | undefined, field: string) => (blind && says === false ? undefined : claim(says, field));
  const cooldown = token.trading_cooldown === true && token.sell_tax === 1;
  const sellTax = cooldown ? undefined : token.sell_tax;
  const taxed: Claim | undefined =
    sellTax !== undefined && sellTax >= UNSELLABLE ? { says: true, by: `sell_tax=${Math.min(sellTax, 1)}` } : undefined;
  const stuck = either(taxed, claim(token.is_honeypot, "is_honeypot"));
  const tax = (value: number | undefined, field: string): Claim<number> | undefined =>
    value === undefined || value > 1 ? undefined : { says: Math.round(value * BPS), by: `${field}=${value}` };
  const [buyTaxBps, sellTaxBps] = [token.cannot_buy === true ? undefined : tax(token.buy_tax, "buy_tax"), tax(sellTax, "sell_tax")];
  const powers = {
    mint: power(token.is_mintable, "is_mintable"),
    destroy: power(token.owner_change_balance, "owner_change_balance"),
    block: either(power(token.is_blacklisted, "is_blacklisted"), power(token.transfer_pausable, "transfer_pausable")),
    "raise tax": either(
      power(token.slippage_modifiable, "slippage_modifiable"),
      power(token.personal_slippage_modifiable, "personal_slippage_modifiable"),
    ),
    "take back": power(token.can_take_back_ownership, "can_take_back_ownership"),
    "hidden owner": power(token.hidden_owner, "hidden_owner"),
  };
  const shares = [
    token.owner_percent,
    token.creator_percent,
    ...[token.holders, token.lp_holders].flatMap((list) => (list ?? []).map(({ percent }) => percent)),
  ];
  return {
    ...(stuck && { stuck }),
    ...(buyTaxBps && { buyTaxBps }),
    ...(sellTaxBps && { sellTaxBps }),
    powers: Object.fromEntries(Object.entries(powers).filter(([, said]) => said !== undefined)),
    impossibleShares: shares.some((percent) => percent !== undefined && percent > WHOLE),
    complete,
  };
}
