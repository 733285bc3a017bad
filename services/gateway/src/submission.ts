import { randomUUID } from "node:crypto";
import { ChainId } from "@token-sentiment/contract";
import { ApiError, type FieldProblem, invalid } from "./errors.ts";
import { idempotencyKeyOf } from "./idempotency-key.ts";
import { tokenAddress } from "./token-address.ts";
import { z } from "zod";

/** What a client wants analysed, in the form in which two requests are compared. */
export interface Submission {
  coin_symbol: string;
  contract_address?: string;
  chain_id: ChainId;
}

const MAX_REQUEST_ID = 128;
const PLAIN_SYMBOL = /^[A-Za-z0-9._-]{1,20}$/;
/** Controls, unassigned, lone surrogates, direction marks; separators but the space; characters that show nothing. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";
const absent = z.union([z.null(), z.literal("")]);
const text = { error: "a string is expected" };
const requestIdRule = { error: `a string of at most ${MAX_REQUEST_ID} characters without control characters is expected` };

/** The symbol in upper case, or what would fit. */
function symbolOf(given: string, hasContract: boolean): { symbol: string } | { problem: string } {
  const asGiven = given.trim().replace(/^\$/, "").trim();
  const symbol = asGiven.toUpperCase();
  // Before upper-casing: some letters of other scripts become Latin ones by it.
  if (PLAIN_SYMBOL.test(asGiven)) return { symbol };
  if (!hasContract) return { problem: "1 to 20 letters, digits, '.', '_' or '-' are expected; other symbols need a contract_address" };
  if (symbol.trim() !== "" && symbol.length <= 32 && !INVISIBLE.test(symbol)) return { symbol };
  return { problem: "1 to 32 visible characters are expected" };
}

/** The fields by themselves. */
const Fields = z.looseObject({
  coin_symbol: z
    .string(text)
    .min(1)
    .describe("A leading $ is dropped; then 1 to 20 letters, digits, '.', '_' or '-'. With a contract up to 32 visible characters."),
  contract_address: z
    .union([z.string(), absent], text)
    .optional()
    .describe("0x and 40 hex digits (checksum checked in mixed case), or 32 bytes in base58 on Solana."),
  chain_id: z
    .union([ChainId, absent], { error: `one of ${ChainId.options.map((id) => `"${id}"`).join(", ")} is expected` })
    .optional()
    .describe('"1" when left out.'),
  request_id: z
    .union(
      [
        z
          .string()
          .max(MAX_REQUEST_ID)
          .regex(/^[^\p{Cc}\p{Cs}]*$/u),
        absent,
      ],
      requestIdRule,
    )
    .optional()
    .describe("Idempotency: the same id and content get the same job. The header Idempotency-Key says the same."),
  webhook_url: z
    .union([z.string(), absent], text)
    .optional()
    .describe("With a key or a payment: the job's end is posted there, signed (Standard Webhooks). https, a public host name, port 443."),
});

const chainOf = (given: unknown) => ChainId.safeParse(isAbsent(given) ? "1" : given).data;

/** Parses a body into what is compared and published; as JSON Schema, the body that the OpenAPI document shows. Run even when a field does not fit: every problem is told at once. */
export const SubmissionBody = Fields.superRefine(
  ({ coin_symbol, contract_address, chain_id }, { addIssue }) => {
    const refuse = (field: string, message: string): void => addIssue({ code: "custom", path: [field], message });
    const symbol = typeof coin_symbol === "string" && symbolOf(coin_symbol, !isAbsent(contract_address));
    if (symbol && "problem" in symbol) refuse("coin_symbol", symbol.problem);
    const chain = chainOf(chain_id);
    if (chain === undefined || typeof contract_address !== "string" || contract_address === "") return;
    const checked = tokenAddress(chain, contract_address.trim());
    if ("problem" in checked) refuse("contract_address", checked.problem);
  },
  { when: () => true },
).transform(({ coin_symbol, contract_address, chain_id }): Submission => {
  const symbol = symbolOf(coin_symbol, !isAbsent(contract_address));
  const chain = chainOf(chain_id) ?? "1";
  const checked = typeof contract_address === "string" && contract_address !== "" && tokenAddress(chain, contract_address.trim());
  return {
    coin_symbol: "symbol" in symbol ? symbol.symbol : coin_symbol,
    chain_id: chain,
    ...(checked && "address" in checked ? { contract_address: checked.address } : {}),
  };
});

/** The body as an object. @throws ApiError `invalid_body`. */
export function bodyOf(body: unknown): Record<string, unknown> {
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw new ApiError("invalid_body");
  return { ...body };
}

/** A request_id that fits its rule, wherever it stands. @throws ApiError `invalid_parameter` naming `field`. */
function checkedId(given: unknown, field: string): string | undefined {
  const checked = Fields.shape.request_id.safeParse(given);
  if (!checked.success) throw invalid(field, requestIdRule.error);
  return checked.data || undefined;
}

/**
 * The client's request_id, from the body or the header `Idempotency-Key`, or a generated one.
 * @throws ApiError `invalid_parameter` when one does not fit or the two differ.
 */
export function requestIdOf(body: Record<string, unknown>, header?: string | string[]): { requestId: string; generated: boolean } {
  const ofBody = checkedId(body["request_id"], "request_id");
  const ofHeader = checkedId(idempotencyKeyOf(header), "Idempotency-Key");
  if (ofBody !== undefined && ofHeader !== undefined && ofBody !== ofHeader) {
    const detail = "they mean the same and differ: send either, or the same value in both";
    throw new ApiError("invalid_parameter", {
      detail: `request_id and Idempotency-Key: ${detail}`,
      problems: [
        { field: "request_id", detail },
        { field: "Idempotency-Key", detail },
      ],
    });
  }
  const requestId = ofBody ?? ofHeader;
  return requestId === undefined ? { requestId: randomUUID(), generated: true } : { requestId, generated: false };
}

const ORDER = ["coin_symbol", "chain_id", "contract_address", "request_id", "webhook_url"];

/**
 * Checks a request's fields.
 * @throws ApiError `missing_parameter`, or `invalid_parameter` with every field that does not fit.
 */
export function parseSubmission(body: Record<string, unknown>): Submission {
  const { coin_symbol } = body;
  if (isAbsent(coin_symbol) || (typeof coin_symbol === "string" && coin_symbol.trim() === "")) throw new ApiError("missing_parameter");
  const parsed = SubmissionBody.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems: FieldProblem[] = parsed.error.issues
    .map(({ path, message }) => ({ field: String(path[0]), detail: message }))
    .toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field));
  throw new ApiError("invalid_parameter", { detail: problems.map(({ field, detail }) => `${field}: ${detail}`).join("; "), problems });
}
