import { dexChains, UnavailableError, type TokenInput, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { createRecent } from "./recent.ts";

/** Where a project speaks, as its DexScreener page tells it: names only, checked. */
export interface Project {
  /** Without @. */
  handle?: string;
  /** A public Telegram channel's name. */
  channel?: string;
  /** True when nobody could tell whether there is any. */
  unknown?: true;
}

const Social = z.object({
  type: z.string().optional().catch(undefined),
  platform: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  handle: z.string().optional().catch(undefined),
});
const Pairs = z
  .array(
    z.object({
      info: z
        .object({ socials: z.array(Social).max(50).catch([]) })
        .optional()
        .catch(undefined),
    }),
  )
  .max(100);

const HANDLE = /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/@?([A-Za-z0-9_]{2,15})\/?(?:[?#].*)?$/;
const CHANNEL = /^https?:\/\/(?:t|telegram)\.me\/(?:s\/)?([A-Za-z]\w{3,31})\/?(?:[?#].*)?$/;
/** Paths of those sites that are no accounts. */
const NO_ACCOUNT = new Set(["i", "search", "home", "share", "intent", "hashtag", "joinchat", "addstickers", "proxy", "socks"]);

const first = (urls: readonly string[], pattern: RegExp): string | undefined =>
  urls.map((url) => pattern.exec(url)?.[1]).find((name) => name !== undefined && !NO_ACCOUNT.has(name.toLowerCase()));

/** Many that begin at once wait for each other: what comes later is kept for the next analysis. */
const ASK_MS = 4500;
const KEPT_MS = 60 * 60_000;
const KEPT_MAX = 500;

/** Looks projects up by their contract, keeps what it found for an hour; what cannot be asked is unknown, and asked again the next time. */
export function createProjects(upstream: Upstream | undefined, now: () => number) {
  const known = createRecent<Project>({ source: "dexscreener", keptMs: KEPT_MS, max: KEPT_MAX, now });
  return async ({ chain_id, contract_address }: TokenInput, signal: AbortSignal): Promise<Project> => {
    const chain = dexChains[chain_id];
    if (!upstream || contract_address === undefined || chain === undefined) return {};
    const path = `tokens/v1/${chain}/${contract_address}`;
    const load = async (own: AbortSignal): Promise<Project> => {
      const pairs = await upstream.request(Pairs, { path, signal: own });
      const urls = pairs.flatMap(({ info }) => info?.socials ?? []).flatMap(({ url }) => url?.slice(0, 200) ?? []);
      const [handle, channel] = [first(urls, HANDLE), first(urls, CHANNEL)];
      return { ...(handle !== undefined && { handle }), ...(channel !== undefined && { channel }) };
    };
    try {
      return await known.get(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS)]), load });
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return { unknown: true };
    }
  };
}
