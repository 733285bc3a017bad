import type { FastifyRequest } from "fastify";
import type { AppContext } from "./context.ts";
import { ApiError } from "./errors.ts";
import type { Intake } from "./intake.ts";
import { paymentLimits } from "./payments/limits.ts";
import { publicUrlOf } from "./public-url.ts";
import type { Submitted } from "./submit.ts";

/** What is paid for, whichever route asks for it: a payment for one is one for all. */
export const paidResource = (request: FastifyRequest, { publicUrl }: Pick<AppContext, "publicUrl">): string =>
  `${publicUrlOf(request, publicUrl).url}/api/agent`;

/** The payment that a request brings; undefined when it brings none, or payments are off. */
export const paymentIn = ({ headers }: FastifyRequest, { desk }: Pick<AppContext, "desk">): string | undefined =>
  desk && headers["payment-signature"] !== undefined ? String(headers["payment-signature"]) : undefined;

/** True for a POST without a body by somebody without a name: how marketplaces look what a call costs. */
const isProbe = ({ headers }: FastifyRequest): boolean =>
  headers["transfer-encoding"] === undefined &&
  (headers["content-length"] ?? "0") === "0" &&
  headers.authorization === undefined &&
  headers["x-demo-fingerprint"] === undefined &&
  headers["payment-signature"] === undefined;

/** Tells a probe what a call costs, before its body is missed; nothing when payments are off. */
export const priceTeller =
  (context: Pick<AppContext, "desk" | "publicUrl">) =>
  async (request: FastifyRequest): Promise<void> => {
    if (context.desk && isProbe(request)) throw context.desk.challenge(paidResource(request, context));
  };

/**
 * Takes an analysis that is asked for over HTTP, by whom the headers say, with the payment that they bring. Whose demo calls are used up is told
 * how to pay. @throws ApiError, or the bus's errors when the broker cannot take it.
 */
export async function takeOverHttp(
  request: FastifyRequest,
  asked: Omit<Submitted, "credentials">,
  { context, intake }: { context: AppContext; intake: Intake },
): ReturnType<Intake["take"]> {
  const { desk, limits } = context;
  const { authorization, "x-demo-fingerprint": fingerprint } = request.headers;
  const header = paymentIn(request, context);
  const payment = header === undefined ? undefined : { header, url: paidResource(request, context) };
  const { socket } = request.raw;
  // While a payment is settled its socket is silent for longer than an idle one may be.
  if (payment) socket.setTimeout(paymentLimits.answerMs + limits.stalledMs);
  try {
    return await intake.take({ ...asked, credentials: { authorization, fingerprint, address: request.ip } }, payment);
  } catch (error) {
    if (!(desk && error instanceof ApiError && error.code === "demo_limit_reached")) throw error;
    throw desk.challenge(paidResource(request, context), error.code, error.headers);
  } finally {
    if (payment) socket.setTimeout(limits.stalledMs);
  }
}
