import type { Collected, Upstream, UpstreamOptions } from "@token-sentiment/engine";
import type { Config } from "../config.ts";
import type { Platform } from "../post.ts";
import { bluesky } from "./bluesky.ts";
import { farcaster } from "./farcaster.ts";
import { fourchan } from "./fourchan.ts";
import { mastodon } from "./mastodon.ts";
import type { ProjectSources } from "./project.ts";
import { reddit } from "./reddit.ts";
import type { Source } from "./source.ts";
import { stocktwits } from "./stocktwits.ts";
import { telegram } from "./telegram.ts";

/** The sources that are asked, and those that no address was given for. */
export interface Sources {
  asked: Source[];
  off: Platform[];
}

const MINUTE = 60_000;
const AGENT = "Mozilla/5.0 (compatible; token-sentiment/0)";
const LIMITS = { timeoutMs: 3000, maxBytes: 2 * 1024 * 1024, headers: { "user-agent": AGENT } };

/** What sources are opened with. */
export interface Lines {
  upstream: (name: string, options: UpstreamOptions) => Upstream;
  collected?: Collected | undefined;
}

/** Each source on its own provider: its own circuit, its own budget (engines/README.md), shared with all replicas. */
export function openSources(config: Config, { upstream, collected }: Lines): Sources {
  const table: { platform: Platform; baseUrl: string; budget: { calls: number; perMs: number }; open: (upstream: Upstream) => Source }[] = [
    { platform: "stocktwits", baseUrl: config.ENGINE_STOCKTWITS_URL, budget: { calls: 180, perMs: 60 * MINUTE }, open: stocktwits },
    { platform: "farcaster", baseUrl: config.ENGINE_FARCASTER_URL, budget: { calls: 60, perMs: MINUTE }, open: farcaster },
    { platform: "mastodon", baseUrl: config.ENGINE_MASTODON_URL, budget: { calls: 50, perMs: MINUTE }, open: mastodon },
    { platform: "4chan", baseUrl: config.ENGINE_FOURCHAN_URL, budget: { calls: 1, perMs: 1000 }, open: fourchan },
    { platform: "reddit", baseUrl: config.ENGINE_REDDIT_URL, budget: { calls: 2, perMs: MINUTE }, open: reddit },
    { platform: "telegram", baseUrl: config.ENGINE_TELEGRAM_URL, budget: { calls: 30, perMs: MINUTE }, open: telegram },
  ];
  const listens = collected !== undefined && config.ENGINE_BLUESKY_JETSTREAM_URL !== "";
  return {
    asked: [
      ...(listens ? [bluesky(collected)] : []),
      ...table
        .filter(({ baseUrl }) => baseUrl !== "")
        .map(({ platform, baseUrl, budget, open }) => open(upstream(platform, { baseUrl, budget, ...LIMITS }))),
    ],
    off: [...(listens ? [] : ["bluesky" as const]), ...table.filter(({ baseUrl }) => baseUrl === "").map(({ platform }) => platform)],
  };
}

/**
 * Who tells a project's own accounts. DexScreener allows 300 calls a minute to an address, of which the market engine and the resolver take the rest;
 * CoinGecko some ten, of which five are the resolver's.
 */
export function openProjectSources(config: Config, upstream: Lines["upstream"]): ProjectSources {
  const open = (name: string, baseUrl: string, calls: number): Upstream | undefined =>
    baseUrl === "" ? undefined : upstream(name, { baseUrl, budget: { calls, perMs: MINUTE }, ...LIMITS });
  return {
    dexscreener: open("dexscreener", config.ENGINE_DEXSCREENER_URL, 30),
    coingecko: open("coingecko", config.ENGINE_COINGECKO_URL, 3),
  };
}
