import { Amount, Bytes32 } from "@token-sentiment/contract";
import { z } from "zod";
import { jsonOf } from "./bounded-json.ts";

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase());
const bytes32 = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(Bytes32);
const SIGNATURE_MAX = 8192;

/** What `PAYMENT-SIGNATURE` holds (x402 v2, scheme `exact`, EIP-3009). Addresses and the nonce in lower case. */
const Payment = z.object({
  x402Version: z.literal(2),
  resource: z.object({ url: z.string() }).nullish(),
  accepted: z.object({ scheme: z.literal("exact"), network: z.string(), amount: z.string(), asset: address, payTo: address }),
  payload: z.object({
    signature: z
      .string()
      .max(SIGNATURE_MAX)
      .regex(/^0x(?:[0-9a-fA-F]{2})+$/),
    authorization: z.object({ from: address, to: address, value: Amount, validAfter: Amount, validBefore: Amount, nonce: bytes32 }),
  }),
});
export type Payment = z.infer<typeof Payment>;

/** The payment in a header; undefined when it holds none. */
export function paymentOf(header: string | string[] | undefined): Payment | undefined {
  if (typeof header !== "string" || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(header)) return undefined;
  return Payment.safeParse(jsonOf(Buffer.from(header, "base64").toString())).data;
}

/** JSON as the headers of x402 carry it. */
export const headerOf = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64");
