import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { ApiError } from "../errors.ts";
import type { Payment } from "../intake.ts";
import type { PaymentDesk } from "../payments/desk.ts";
import { jsonOf } from "../payments/bounded-json.ts";
import { headerOf } from "../payments/payment-header.ts";

/** Where x402's MCP transport has a payment and its receipt, in `_meta` of a call and of its result. */
const PAYMENT = "x402/payment";
const RECEIPT = "x402/payment-response";

/** How the calls of one HTTP request may be paid, and what became of it. */
export interface McpPaying {
  desk: PaymentDesk;
  /** What is paid for, as the challenge names it. */
  resource: string;
  /** Of the HTTP request: `PAYMENT-SIGNATURE`. A payment in a call's own `_meta` comes before it. */
  header: string | undefined;
  /** The value of `PAYMENT-RESPONSE`, once one is due. */
  receipt?: string;
  /** Why a call was not taken, once another payment, or one, would help. */
  challenge?: ApiError;
}

const objectIn = (header: string | undefined): Record<string, unknown> | undefined => {
  const value = header === undefined ? undefined : jsonOf(Buffer.from(header, "base64").toString());
  return typeof value === "object" && value !== null ? { ...value } : undefined;
};

/** The payment of a call; undefined when it brings none, or payments are off. */
export function paymentOfCall(paying: McpPaying | undefined, meta: Record<string, unknown> | undefined): Payment | undefined {
  if (!paying) return undefined;
  const own = meta?.[PAYMENT];
  const header = typeof own === "object" && own !== null ? headerOf(own) : paying.header;
  return header === undefined ? undefined : { header, url: paying.resource };
}

/** A result with the receipt of its payment; `headers` are those of the same submission over HTTP. */
export function withReceipt(
  result: CallToolResult,
  headers: Readonly<Record<string, string>>,
  paying: McpPaying | undefined,
): CallToolResult {
  const receipt = objectIn(headers["payment-response"]);
  if (!receipt || !paying) return result;
  paying.receipt = headers["payment-response"] ?? "";
  return { ...result, _meta: { ...result._meta, [RECEIPT]: receipt } };
}

/** How to pay, in the words of x402's MCP transport; undefined when no payment would help. `words` are for the model. */
export function challengeResult(error: ApiError, paying: McpPaying | undefined, words: string): CallToolResult | undefined {
  if (!paying) return undefined;
  const limit = error.code === "demo_limit_reached";
  const challenge = limit ? paying.desk.challenge(paying.resource, "demo_limit_reached", error.headers) : error;
  const data = objectIn(challenge.headers["payment-required"]);
  if (!data) return undefined;
  paying.challenge = challenge;
  const told = { "x402/error": { code: 402, message: challenge.message, data } };
  return {
    isError: true,
    structuredContent: data,
    content: [
      { type: "text", text: JSON.stringify(told) },
      { type: "text", text: words },
    ],
  };
}
