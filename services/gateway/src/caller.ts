import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { ApiKeys } from "@token-sentiment/bus";
import { ApiError, invalid } from "./errors.ts";

/** Who asks: a hash or a key's id, never what the client sent. A demo caller's `network` is the hash of its address, whatever device it claims to be. */
export type Caller = { id: string; tier: "production" } | { id: string; tier: "demo"; network: string };

/** What identifies a caller in a request. */
export interface Credentials {
  authorization: string | undefined;
  fingerprint: string | string[] | undefined;
  /** The client's address. */
  address: string;
}

const KEY = "key:";
const PAYER = "payer:";
const FINGERPRINT = /^[A-Za-z0-9._:-]{8,128}$/;

/** The part of an address that one client holds: an IPv4 address, or the /64 of an IPv6 address. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  const network = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${network.join(":")}::/64`;
}

/** The id of the API key that a caller is, or undefined for a demo caller. */
export const keyIdOf = (callerId: string): string | undefined => (callerId.startsWith(KEY) ? callerId.slice(KEY.length) : undefined);

/** Who pays from an address (lower case), once it is verified. */
export const payerOf = (pepper: string, address: string): Caller & { tier: "production" } => ({
  id: `${PAYER}${createHmac("sha256", pepper).update(`payer\0${address}`).digest("hex")}`,
  tier: "production",
});

/** True for a caller that pays for each call. */
export const isPayer = (callerId: string): boolean => callerId.startsWith(PAYER);

/** What the calls of a caller without a limit are metered under: a key's id, or `payer-` and a hash, which is too long for a key's id. */
export const meterOf = (callerId: string): string | undefined => (isPayer(callerId) ? callerId.replace(":", "-") : keyIdOf(callerId));

/** The API key in an `Authorization`, however the scheme is spelt; undefined for anything else. */
export const sentKey = (authorization: string): string | undefined => /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1];

/** The answer to whoever has no key that opens this. */
export const unauthorized = (detail?: string): ApiError =>
  new ApiError("unauthorized", { headers: { "www-authenticate": "Bearer" }, ...(detail !== undefined && { detail }) });

/**
 * Who asks: the id of an API key, else an HMAC of the device's fingerprint, else one of the client's address.
 * @throws ApiError `unauthorized` for a key that is unknown or revoked, `invalid_parameter` for a malformed fingerprint.
 */
export async function callerOf(credentials: Credentials, pepper: string, keys: ApiKeys): Promise<Caller> {
  const { authorization, fingerprint, address } = credentials;
  const hmac = (text: string): string => createHmac("sha256", pepper).update(text).digest("hex");
  if (authorization !== undefined) {
    const token = sentKey(authorization);
    // Asked for each call, so that a revocation holds from the next one on.
    const key = token === undefined ? undefined : await keys.find(token);
    if (!key || key.revoked_at !== undefined) throw unauthorized();
    return { id: `${KEY}${key.id}`, tier: "production" };
  }
  const hashed = hmac(`address\0${clientNetwork(address)}`);
  const demo = { tier: "demo", network: `network:${hashed}` } as const;
  if (fingerprint !== undefined) {
    if (typeof fingerprint !== "string" || !FINGERPRINT.test(fingerprint)) {
      throw invalid("X-Demo-Fingerprint", "8 to 128 letters, digits, '.', '_', ':' or '-' are expected");
    }
    return { id: `device:${hmac(`fingerprint\0${fingerprint}`)}`, ...demo };
  }
  return { id: `address:${hashed}`, ...demo };
}
