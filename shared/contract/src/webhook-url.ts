const MAX = 1024;
/** Names that lead into a network of somebody's own (RFC 6761, 6762, 8375, and what clouds use). */
const INNER = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|arpa|onion|test|invalid|example)$/;
/** What a name server can be asked: labels of at most 63 characters, 253 in all (RFC 1035), and no dot at the end. */
const NAME = /^(?=.{1,253}$)[\w-]{1,63}(?:\.[\w-]{1,63})+$/;
const ADDRESS = /^(?:\[.*\]|\d+\.\d+\.\d+\.\d+)$/;

/** What may be called. `anywhere`, of a sandbox: plain http, any port, addresses and inner names too. */
interface WebhookRule {
  anywhere: boolean;
}

/**
 * A URL that may be called when a job ends, in its canonical form, or what would fit. By its text alone: where its name leads is for
 * whoever calls it to check. The parser has made `127.1`, `0x7f000001`, `２１３０７０６４３３` and the like addresses, and names ASCII.
 */
export function webhookUrl(given: string, { anywhere }: WebhookRule): { url: string } | { problem: string } {
  const url = given.length <= MAX && /^[\x21-\x7e\u00a1-\uffff]+$/.test(given) ? URL.parse(given) : null;
  if (!url || url.href.length > MAX || !/^https?:$/.test(url.protocol))
    return { problem: `an absolute https URL of at most ${MAX} characters is expected` };
  if (url.username !== "" || url.password !== "") return { problem: "a URL without a user or a password is expected" };
  if (url.href.includes("#")) return { problem: "a URL without a fragment is expected" };
  if (anywhere) return { url: url.href };
  if (url.protocol !== "https:" || url.port !== "") return { problem: "an https URL on port 443 is expected" };
  const { hostname } = url;
  if (ADDRESS.test(hostname)) return { problem: "a host name is expected, not an address" };
  if (!NAME.test(hostname) || INNER.test(hostname)) return { problem: "a public host name is expected" };
  return { url: url.href };
}
