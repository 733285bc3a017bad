const TRACKING =
  /^(?:utm_.*|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|igsh|mc_[ce]id|ref|ref_src|ref_url|referrer|source|src|si|feature|share|spm|_unique_id)$/i;
/** By site: parameters that say where a link came from, or where in the page to begin; elsewhere they tell pages apart. */
const OWN_TRACKING: Readonly<Record<string, RegExp>> = {
  "x.com": /^[st]$/,
  "youtube.com": /^(?:t|start|pp|ab_channel)$/,
  "youtu.be": /^(?:t|start|pp|ab_channel)$/,
  "reddit.com": /^(?:context|sort)$/,
};
/** By site: parameters that elsewhere are tracking, and here tell pages apart. */
const CONTENT: Readonly<Record<string, RegExp>> = { "github.com": /^ref$/ };
/** Links without what ends a sentence, and those of the sites whose links people write without a scheme. */
const IN_TEXT =
  /\b(?:https?:\/\/|(?:t\.me|telegram\.me|discord\.gg|discord\.com\/invite|chat\.whatsapp\.com|bit\.ly)\/)[^\s<>"')\]]*[^\s<>"')\].,;:!?*…]/gi;
const SCHEME = /^https?:/i;
const URLS_MAX = 10;
/** Of a text, as much as is read of it anywhere. */
const TEXT_MAX = 1000;

/** Other names of one site. */
const ALIASES: Readonly<Record<string, string>> = {
  "twitter.com": "x.com",
  "fxtwitter.com": "x.com",
  "vxtwitter.com": "x.com",
  "fixupx.com": "x.com",
  "nitter.net": "x.com",
  "telegram.me": "t.me",
  "telegram.dog": "t.me",
  "youtube-nocookie.com": "youtube.com",
  "old.reddit.com": "reddit.com",
  "new.reddit.com": "reddit.com",
  "np.reddit.com": "reddit.com",
  "discordapp.com": "discord.com",
};
/** Pages that several addresses of one site lead to; each pattern reads host and path. */
const SAME_PAGE: readonly [RegExp, string][] = [
  // whoever is named in front of it, or nobody
  [/^x\.com\/(?:i\/web|\w{1,15}|i)\/status(?:es)?\/(\d+).*$/, "x.com/status/$1"],
  [/^youtu\.be\/([\w-]{6,})$/, "youtube.com/watch?v=$1"],
  [/^youtube\.com\/(?:shorts|live|embed)\/([\w-]{6,})$/, "youtube.com/watch?v=$1"],
  [/^t\.me\/s\/(\w+)/, "t.me/$1"],
  [/^t\.me\/joinchat\/([\w-]+)$/, "t.me/+$1"],
  [/^discord\.com\/invite\/([\w-]+)$/, "discord.gg/$1"],
  [/^reddit\.com\/(?:r\/\w+\/)?comments\/(\w+).*$/, "reddit.com/comments/$1"],
];

/**
 * One spelling for the links that lead to one page, without asking anybody (sybil.md §11): host without www and by its usual name, no port, no
 * fragment, no tracking, sorted parameters, and for some sites one of several addresses of a page.
 */
export function canonicalUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return undefined;
  const bare = url.hostname.replace(/^(?:www|m|mobile|amp)\./, "").replace(/\.$/, "");
  const host = ALIASES[bare] ?? bare;
  const query = [...url.searchParams].filter(([key]) => isContent(key, host)).map((pair) => pair.join("="));
  const page = host + withoutSlashes(url.pathname);
  const known = SAME_PAGE.find(([pattern]) => pattern.test(page));
  const [same = page, fixed] = known ? page.replace(...known).split("?") : [];
  const parameters = fixed === undefined ? query : [fixed, ...query];
  return same + (parameters.length > 0 ? `?${parameters.toSorted().join("&")}` : "");
}

/** A path without the slashes at its end, in linear time: a pattern looks at each slash of a long row anew. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path.endsWith("/", end)) end -= 1;
  return path.slice(0, end);
}

const isContent = (key: string, host: string): boolean =>
  CONTENT[host]?.test(key) === true || (!TRACKING.test(key) && OWN_TRACKING[host]?.test(key) !== true);

/** The pages a post leads to, at most ten. */
export function pagesOf(text: string, urls: readonly string[] = []): readonly string[] {
  const written = text.includes("/") ? (text.slice(0, TEXT_MAX).match(IN_TEXT) ?? []) : [];
  if (urls.length === 0 && written.length === 0) return NONE;
  const absolute = written.map((link) => (SCHEME.test(link) ? link : `https://${link}`));
  return [...new Set([...urls, ...absolute].slice(0, URLS_MAX).flatMap((url) => canonicalUrl(url) ?? []))];
}
const NONE: readonly string[] = [];
