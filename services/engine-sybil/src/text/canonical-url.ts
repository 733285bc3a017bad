const TRACKING =
  /^(?:utm_.*|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|igsh|mc_[ce]id|ref|ref_src|ref_url|referrer|source|src|s|si|feature|share|spm|_unique_id)$/i;
const IN_TEXT = /\bhttps?:\/\/[^\s<>"')\]]+/gi;
const URLS_MAX = 10;

/** One spelling for the links that lead to one page, without asking anybody: host without www, no fragment, no tracking, sorted parameters. */
export function canonicalUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  const host = url.hostname.replace(/^(?:www|m|mobile|amp)\./, "");
  const path = url.pathname.replace(/\/+$/, "");
  const query = [...url.searchParams].filter(([key]) => !TRACKING.test(key)).map((pair) => pair.join("="));
  return host + path + (query.length > 0 ? `?${query.toSorted().join("&")}` : "");
}

/** The pages a post leads to, at most ten. */
export function pagesOf(text: string, urls: readonly string[] = []): string[] {
  const found = [...urls, ...(text.match(IN_TEXT) ?? [])].slice(0, URLS_MAX);
  return [...new Set(found.flatMap((url) => canonicalUrl(url) ?? []))];
}
