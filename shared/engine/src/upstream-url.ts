import { isIP } from "node:net";

/** Values of a query; undefined ones are left out. */
export type Query = Record<string, string | number | boolean | undefined>;

/**
 * The base URL of a provider: https, or http to a loopback address.
 * @throws Error naming the provider, never the URL, which may hold a key.
 */
export function parseBaseUrl(name: string, text: string, allowInsecure: boolean): URL {
  const url = URL.parse(text);
  if (!url) throw new Error(`the base URL of ${name} is not a URL`);
  if (url.username !== "" || url.password !== "") throw new Error(`the base URL of ${name} must not hold a user or a password`);
  if (url.protocol === "https:") return url;
  if (url.protocol === "http:" && (allowInsecure || isLoopback(url.hostname))) return url;
  throw new Error(`the base URL of ${name} must be https, or http to a loopback address`);
}

/** The parser has made `127.1`, `0x7f000001` and the like canonical already. */
function isLoopback(hostname: string): boolean {
  const host = hostname.replaceAll(/[[\]]/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

/** The URL of one call. Path and query come from inputs, so they can change neither the scheme nor the host: only the base URL decides those. */
export function callUrl(base: URL, path: string, query: Query = {}): URL {
  const url = new URL(base);
  if (path !== "") {
    const segments = path.split(/[/\\]/).filter((segment) => segment !== "");
    if (segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) throw new Error("a path must not climb");
    url.pathname = [base.pathname.replace(/\/+$/, ""), ...segments].join("/");
  }
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  if (url.origin !== base.origin) throw new Error("a call left its provider's host");
  return url;
}
