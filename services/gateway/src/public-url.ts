import { ApiError } from "./errors.ts";

/** A name or an address with at most a port: nothing that could end the authority of a URL. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Where clients reach this service, and who may keep a document that says so. */
export interface PublicUrl {
  /** Without a slash at its end. */
  url: string;
  headers: Record<string, string>;
}

/**
 * The configured URL; without one, the host that this very request names, and then nobody may keep the answer: whoever can choose a Host would
 * choose what others read. @throws ApiError `invalid_body` for a host or a scheme that is none.
 */
export function publicUrlOf({ protocol, host }: Record<"protocol" | "host", string>, configured: string | undefined): PublicUrl {
  if (configured !== undefined) return { url: configured, headers: { "cache-control": "public, max-age=300" } };
  // Some proxies pass on what a client wrote there.
  if (!/^https?$/.test(protocol)) throw new ApiError("invalid_body", { detail: "http or https in X-Forwarded-Proto is expected" });
  if (!HOST.test(host)) throw new ApiError("invalid_body", { detail: "a Host header with a name or an address, and a port, is expected" });
  return { url: `${protocol}://${host.toLowerCase()}`, headers: { "cache-control": "no-store" } };
}
