import { createHmac } from "node:crypto";

/**
 * The id of the job that `caller` started with `requestId`: the same two always name the same job, and nobody without the pepper can guess it.
 * UUIDv8 (RFC 9562) of HMAC-SHA256(pepper, caller NUL request_id).
 */
export function jobIdOf(pepper: string, caller: string, requestId: string): string {
  const bytes = createHmac("sha256", pepper).update(`${caller}\0${requestId}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The id in the form in which jobs are stored, or undefined when it is none: what comes from outside names nothing on the broker unchecked. */
export const parseJobId = (text: string): string | undefined =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : undefined;
