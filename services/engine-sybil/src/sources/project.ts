import { dexChains, UnavailableError, type TokenInput, type Upstream } from "@token-sentiment/engine";
import { z } from "zod";
import { createRecent, type Recent } from "./recent.ts";

/** Where a project speaks, as DexScreener or CoinGecko tell it: names only, checked. */
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

/** What CoinGecko tells of a coin by its contract, as far as it is read. */
const Coin = z.object({
  links: z
    .object({
      twitter_screen_name: z.string().nullish().catch(undefined),
      telegram_channel_identifier: z.string().nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
/** What CoinGecko calls the chains. */
const coinChains: Readonly<Record<string, string>> = { "1": "ethereum", "56": "binance-smart-chain", "8453": "base", solana: "solana" };

/** Many that begin at once wait for each other: what comes later is kept for the next analysis. */
const ASK_MS = 4500;
/** A budget of few calls may let one wait: this is no more than a second opinion. */
const COIN_MS = 1500;
const KEPT_MS = 60 * 60_000;
const KEPT_MAX = 500;

interface Asking {
  withinMs: number;
  load: (signal: AbortSignal) => Promise<Project>;
}

/** Who is asked; undefined = off. */
export interface ProjectSources {
  dexscreener: Upstream | undefined;
  coingecko: Upstream | undefined;
}

const projectOf = (urls: readonly string[]): Project => {
  const [handle, channel] = [first(urls, HANDLE), first(urls, CHANNEL)];
  return { ...(handle !== undefined && { handle }), ...(channel !== undefined && { channel }) };
};
const isNamed = ({ handle, channel }: Project): boolean => handle !== undefined || channel !== undefined;

/**
 * Looks projects up by their contract, keeps what was found for an hour; what cannot be asked is unknown, and asked again the next time. CoinGecko
 * allows few calls: it is asked where DexScreener names no account.
 */
export function createProjects({ dexscreener, coingecko }: ProjectSources, now: () => number) {
  const pairs = createRecent<Project>({ source: "dexscreener", keptMs: KEPT_MS, max: KEPT_MAX, now });
  const coins = createRecent<Project>({ source: "coingecko", keptMs: KEPT_MS, max: KEPT_MAX, now });
  return async ({ chain_id, contract_address }: TokenInput, signal: AbortSignal): Promise<Project> => {
    if (contract_address === undefined) return {};
    const ask = async (recent: Recent<Project>, path: string, { withinMs, load }: Asking): Promise<Project> => {
      try {
        return await recent.get(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(withinMs)]), load });
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        return { unknown: true };
      }
    };
    const [dexChain, coinChain] = [dexChains[chain_id], coinChains[chain_id]];
    const path = `tokens/v1/${dexChain}/${contract_address}`;
    const listed =
      dexscreener && dexChain !== undefined
        ? await ask(pairs, path, { withinMs: ASK_MS, load: (own) => askPairs(dexscreener, path, own) })
        : undefined;
    if (!coingecko || coinChain === undefined || (listed && isNamed(listed))) return listed ?? {};
    const coinPath = `coins/${coinChain}/contract/${contract_address}`;
    const coin = await ask(coins, coinPath, { withinMs: COIN_MS, load: (own) => askCoin(coingecko, coinPath, own) });
    // that CoinGecko had no time says nothing where DexScreener knows of none
    return isNamed(coin) ? coin : (listed ?? coin);
  };
}

async function askPairs(dexscreener: Upstream, path: string, signal: AbortSignal): Promise<Project> {
  const pairs = await dexscreener.request(Pairs, { path, signal });
  return projectOf(pairs.flatMap(({ info }) => info?.socials ?? []).flatMap(({ url }) => url?.slice(0, 200) ?? []));
}

async function askCoin(coingecko: Upstream, path: string, signal: AbortSignal): Promise<Project> {
  try {
    const { links } = await coingecko.request(Coin, { path, signal });
    const [handle, channel] = [links?.twitter_screen_name, links?.telegram_channel_identifier];
    return projectOf([...(handle ? [`https://x.com/${handle}`] : []), ...(channel ? [`https://t.me/${channel}`] : [])]);
  } catch (error) {
    if (error instanceof UnavailableError && error.status === 404) return {};
    throw error;
  }
}
