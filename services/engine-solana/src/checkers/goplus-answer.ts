import { z } from "zod";
import { HOLDERS_MAX } from "./report.ts";

const COMPLETE = 1;
const PARTIAL = 2;
const text = z.union([z.string(), z.number()]).transform(String);
const amount = text.transform(Number).pipe(z.number().nonnegative());

const Holder = z.object({
  /** The owner. */
  account: z.string(),
  token_account: z.string().catch(""),
  /** Of the supply, 0..1. */
  percent: amount,
  is_locked: text.catch("0").transform((value) => value === "1"),
});

/** A power and whether somebody has it: "1" = yes. */
const power = z
  .object({ status: text })
  .transform(({ status }) => status === "1")
  .optional()
  .catch(undefined);

const Token = z.object({
  mintable: power,
  freezable: power,
  balance_mutable_authority: power,
  non_transferable: text
    .transform((value) => value === "1")
    .optional()
    .catch(undefined),
  holders: z.array(Holder).max(HOLDERS_MAX).nullish().catch(undefined),
  holder_count: amount.optional().catch(undefined),
  trusted_token: text.optional().catch(undefined),
  dex: z
    .array(z.object({ id: z.string().catch("") }))
    .nullish()
    .catch(undefined),
});
export type GoplusToken = z.infer<typeof Token>;

/** `GET /api/v1/solana/token_security`: errors come in the body, with status 200. */
export const GoplusAnswer = z.object({
  code: z.number(),
  result: z.record(z.string(), Token).nullish().catch(undefined),
});

/** True when the answer holds data, be it in part. */
export const hasData = ({ code }: z.infer<typeof GoplusAnswer>): boolean => code === COMPLETE || code === PARTIAL;

/** True when GoPlus is still collecting: the rest comes some 15 s later. */
export const isUnfinished = ({ code }: z.infer<typeof GoplusAnswer>): boolean => code === PARTIAL;
