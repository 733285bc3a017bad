import type { StoredPayment } from "@token-sentiment/bus";
import type { Fate } from "./chain.ts";
import { SETTLE_MARGIN_S } from "./check-payment.ts";
import type { PaidContext } from "./paid-context.ts";
import type { Payment } from "./payment-header.ts";
import { isLeased, leased, noteSettled, publishPaid } from "./progress.ts";
import { PendingError, RefusedError } from "./refusal.ts";
import { chainOf } from "./reserve.ts";
import type { PaymentRequirements } from "./terms.ts";
import { unleased } from "./unleased.ts";

/** What the chain says of a payment. Throws PaymentsUnavailableError. */
const fateOf = ({ payment }: StoredPayment, context: PaidContext): Promise<Fate> =>
  chainOf(context, payment.network).fateOf(payment, payment.since_block);

/**
 * Notes that this process does not work on a payment any more, of which nothing is known. Answers undefined when another one has taken it over: it knows more.
 * @throws PendingError.
 */
async function letGo(stored: StoredPayment, context: PaidContext, cause?: unknown): Promise<undefined> {
  const pending = new PendingError({ cause });
  const released = await context.payments.update(stored, unleased(stored.payment)).catch(() => {
    throw pending;
  });
  if (released) throw pending;
}

/** A payment with its payer's own authorization; `tried` when settling was asked for before, and nobody knows what came of it. */
interface Settleable {
  payment: Payment;
  offer: PaymentRequirements;
  tried?: boolean;
}

/**
 * Asks the facilitator to settle a payment that this process has leased, and publishes its job. Answers undefined when another one took it over.
 * @throws RefusedError when no money moved or can, PendingError when nothing is known.
 */
export async function settleAndPublish(
  stored: StoredPayment,
  { payment, offer, tried = false }: Settleable,
  context: PaidContext,
): Promise<StoredPayment | undefined> {
  const told = await context.facilitator.settle(payment, offer).catch((error: unknown) => ({ is: "maybe" as const, error }));
  if (told.is === "maybe") return await letGo(stored, context, told.error);
  if (told.is === "settled") {
    const settled = await noteSettled(stored, told.tx, context);
    return settled && (await publishPaid(settled, context));
  }
  // What it says is held against the chain: an authorization that was used has paid, whoever used it.
  const fate = await fateOf(stored, context).catch((error: unknown) => ({ is: "unknown" as const, error }));
  if (fate.is === "unknown") return await letGo(stored, context, fate.error);
  return await byFate(stored, context, {
    fate,
    async unused() {
      // The money may be on its way, of the time before or handed in by somebody: the facilitator's node may see more than ours.
      if (tried || told.reason === "nonce_used") return await letGo(stored, context);
      const noted = await context.payments.update(stored, { ...unleased(stored.payment), state: "refused" });
      // Another one took it over, and may be settling it: whose word counts then is its own.
      if (!noted) return undefined;
      throw new RefusedError(told.reason);
    },
  });
}

/** What follows from a payment's fate; `unused` decides while it can still be used. Answers and throws like `settleAndPublish`. */
async function byFate<T>(
  stored: StoredPayment,
  context: PaidContext,
  { fate, unused }: { fate: Fate; unused: () => Promise<T> },
): Promise<StoredPayment | T | undefined> {
  if (fate.is === "paid") {
    const settled = await noteSettled(stored, fate.tx, context);
    return settled && (await publishPaid(settled, context));
  }
  if (fate.is === "elsewhere") {
    await context.payments.forget(stored);
    throw new RefusedError("nonce_used");
  }
  if (fate.time < stored.payment.valid_before) return await unused();
  await context.payments.forget(stored);
  throw new RefusedError("expired");
}

/**
 * Takes up a payment that nobody works on: publishes what is settled, and settles what can be, with the payer's own authorization at hand. Answers undefined
 * when it is another's meanwhile. Throws like `settleAndPublish`, or ApiError when there is no capacity to settle for.
 */
export async function takeUp(
  stored: StoredPayment,
  signed: Settleable | undefined,
  context: PaidContext,
): Promise<StoredPayment | undefined> {
  const { payments, clock, admission } = context;
  const { payment } = stored;
  if (isLeased(payment, clock.now())) return undefined;
  if (payment.state === "settled") {
    const mine = await payments.update(stored, leased(payment, context));
    return mine && (await publishPaid(mine, context));
  }
  const fate = await fateOf(stored, context);
  return await byFate(stored, context, {
    fate,
    async unused() {
      if (!signed || payment.valid_before < Math.floor(clock.now() / 1000) + SETTLE_MARGIN_S) throw new PendingError();
      await admission.check();
      const mine = await payments.update(stored, leased({ ...payment, state: "settling" }, context));
      return mine && (await settleAndPublish(mine, { ...signed, tried: payment.state === "settling" }, context));
    },
  });
}
