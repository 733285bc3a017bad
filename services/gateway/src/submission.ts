import { randomUUID } from "node:crypto";
import { ChainId } from "@token-sentiment/contract";
import { ApiError, type FieldProblem, invalid } from "./errors.ts";
import { tokenAddress } from "./token-address.ts";

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

const absent = (value: unknown): boolean => value === undefined || value === null || value === "";

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** The body as an object. @throws ApiError `invalid_body`. */
export function bodyOf(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw new ApiError("invalid_body");
  return body;
}

/** The client's request_id, or a generated one. @throws ApiError `invalid_parameter`. */
export function requestIdOf(body: Record<string, unknown>): { requestId: string; generated: boolean } {
  const given = body["request_id"];
  if (absent(given)) return { requestId: randomUUID(), generated: true };
  if (typeof given === "string" && given.length <= MAX_REQUEST_ID && !/[\p{Cc}\p{Cs}]/u.test(given))
    return { requestId: given, generated: false };
  throw invalid("request_id", `a string of at most ${MAX_REQUEST_ID} characters without control characters is expected`);
}

function symbolOf(given: unknown, hasContract: boolean): string | FieldProblem {
  const field = "coin_symbol";
  if (typeof given !== "string") return { field, detail: "a string is expected" };
  const asGiven = given.trim().replace(/^\$/, "").trim();
  const symbol = asGiven.toUpperCase();
  // Before upper-casing: some letters of other scripts become Latin ones by it.
  if (PLAIN_SYMBOL.test(asGiven)) return symbol;
  if (!hasContract) {
    return { field, detail: "1 to 20 letters, digits, '.', '_' or '-' are expected; other symbols need a contract_address" };
  }
  if (symbol.trim() !== "" && symbol.length <= 32 && !INVISIBLE.test(symbol)) return symbol;
  return { field, detail: "1 to 32 visible characters are expected" };
}

/**
 * Checks a request's fields.
 * @throws ApiError `missing_parameter`, or `invalid_parameter` with every field that does not fit.
 */
export function parseSubmission(body: Record<string, unknown>): Submission {
  const { coin_symbol, contract_address, chain_id } = body;
  if (absent(coin_symbol) || (typeof coin_symbol === "string" && coin_symbol.trim() === "")) throw new ApiError("missing_parameter");
  const problems: FieldProblem[] = [];
  const symbol = symbolOf(coin_symbol, !absent(contract_address));
  if (typeof symbol !== "string") problems.push(symbol);

  const chain = ChainId.safeParse(absent(chain_id) ? "1" : chain_id);
  if (!chain.success)
    problems.push({ field: "chain_id", detail: `one of ${ChainId.options.map((id) => `"${id}"`).join(", ")} is expected` });

  let address: string | undefined;
  if (!absent(contract_address)) {
    const checked =
      typeof contract_address === "string"
        ? chain.success && tokenAddress(chain.data, contract_address.trim())
        : { problem: "a string is expected" };
    if (checked && "problem" in checked) problems.push({ field: "contract_address", detail: checked.problem });
    else if (checked) ({ address } = checked);
  }
  if (problems.length > 0 || typeof symbol !== "string" || !chain.success) {
    throw new ApiError("invalid_parameter", { detail: problems.map(({ field, detail }) => `${field}: ${detail}`).join("; "), problems });
  }
  return { coin_symbol: symbol, chain_id: chain.data, ...(address === undefined ? {} : { contract_address: address }) };
}
