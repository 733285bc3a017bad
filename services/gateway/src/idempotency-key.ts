import { invalid } from "./errors.ts";

const FIELD = "Idempotency-Key";

/** A request id as the value of `Idempotency-Key`: percent-encoded unless it is visible ASCII that reads back as itself. */
export const idempotencyKey = (id: string): string => (/^[\x21\x23\x24\x26-\x7e]+$/.test(id) ? id : encodeURIComponent(id));

/**
 * The request id that a client sent as `Idempotency-Key`: plain as the answers spell it, or a quoted string (RFC 8941, as the draft of the
 * header has it). Undefined when there is none. @throws ApiError `invalid_parameter` for what is neither.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined || header === "") return undefined;
  if (typeof header !== "string") throw invalid(FIELD, "one value is expected");
  const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/.exec(header)?.[1];
  const plain = quoted === undefined ? header : quoted.replaceAll(/\\(["\\])/g, "$1");
  if (quoted === undefined && !/^[\x21\x23-\x7e]+$/.test(header))
    throw invalid(FIELD, "visible ASCII without quotes, percent-encoded where it is not, or a quoted string is expected");
  try {
    return decodeURIComponent(plain);
  } catch {
    throw invalid(FIELD, "a '%' is to be followed by two hex digits of UTF-8: send '%25' for the sign itself");
  }
}
