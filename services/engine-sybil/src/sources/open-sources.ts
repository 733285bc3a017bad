import type { Upstream, UpstreamOptions } from "@token-sentiment/engine";
import type { Config } from "../config.ts";
import type { Platform } from "../post.ts";
import { farcaster } from "./farcaster.ts";
import { mastodon } from "./mastodon.ts";
import type { Source } from "./source.ts";
import { stocktwits } from "./stocktwits.ts";

/** The sources that are asked, and those that no address was given for. */
export interface Sources {
  asked: Source[];
  off: Platform[];
}

const MINUTE = 60_000;
const AGENT = "Mozilla/5.0 (compatible; token-sentiment/0)";
const LIMITS = { timeoutMs: 3000, maxBytes: 2 * 1024 * 1024, headers: { "user-agent": AGENT } };

/** Each source on its own provider: its own circuit, its own budget (engines/README.md), shared with all replicas. */
export function openSources(config: Config, upstream: (name: string, options: UpstreamOptions) => Upstream): Sources {
  const table: { platform: Platform; baseUrl: string; budget: { calls: number; perMs: number }; open: (upstream: Upstream) => Source }[] = [
    { platform: "stocktwits", baseUrl: config.ENGINE_STOCKTWITS_URL, budget: { calls: 180, perMs: 60 * MINUTE }, open: stocktwits },
    { platform: "farcaster", baseUrl: config.ENGINE_FARCASTER_URL, budget: { calls: 60, perMs: MINUTE }, open: farcaster },
    { platform: "mastodon", baseUrl: config.ENGINE_MASTODON_URL, budget: { calls: 50, perMs: MINUTE }, open: mastodon },
  ];
  return {
    asked: table
      .filter(({ baseUrl }) => baseUrl !== "")
      .map(({ platform, baseUrl, budget, open }) => open(upstream(platform, { baseUrl, budget, ...LIMITS }))),
    off: table.filter(({ baseUrl }) => baseUrl === "").map(({ platform }) => platform),
  };
}
