import type { Signal } from "@token-sentiment/contract";
import {
  type Analysis,
  type Collected,
  type Context,
  UnavailableError,
  type Upstream,
  type UpstreamOptions,
} from "@token-sentiment/engine";
import { sybil } from "@token-sentiment/engine-sybil";
import { createLog } from "@token-sentiment/runtime";
import { type Provider, socialProviders, startWeb, type Talk, type WorldToken } from "@token-sentiment/sandbox";

/** The moment at which tests look. */
export const NOW = Date.parse("2026-11-20T15:20:00Z");
export const CONTRACT = "0x00000000000000000000000000000000000000Aa";

const talks: Record<string, Talk> = { CALM: "organic", FEAR: "panic", RUMR: "fud_campaign", PUMP: "pump_campaign", MUTE: "none" };
export const world: WorldToken[] = Object.entries(talks).map(([coin_symbol, talk]) => ({
  coin_symbol,
  talk,
  contract_address: CONTRACT,
  chain_id: "1",
  note: "",
}));

export const sources = ["stocktwits", "farcaster", "mastodon"] as const;
type SourceName = (typeof sources)[number] | "fourchan" | "reddit" | "telegram" | "dexscreener" | "coingecko";

/** The engine on an open line to the sandbox's platforms, without a broker. */
export interface Opened extends AsyncDisposable {
  analyze: (coin_symbol: string, more?: { contract_address?: string }) => Promise<Analysis>;
  /** Paths and queries asked, in order. */
  asked: string[];
}

export interface Changes {
  /** Replaces a platform, or changes its answers. */
  change?: (provider: Provider) => Provider;
  /** Platforms that an address is configured for; all when omitted. */
  asks?: readonly SourceName[];
  /** Providers beside the sandbox's platforms. */
  more?: readonly Provider[];
  /** What a collector has stored; nobody collects when omitted. */
  collected?: Collected;
  timeMs?: number;
}

/** Opens engine and platforms; everything between them is real HTTP on loopback. */
export async function openSybil({
  change = (provider) => provider,
  asks = sources,
  more = [],
  collected,
  timeMs = 10_000,
}: Changes = {}): Promise<Opened> {
  await using opening = new AsyncDisposableStack();
  const asked: string[] = [];
  const listening = (provider: Provider): Provider => ({
    ...provider,
    answer: (call) => {
      asked.push(`${provider.name}${call.path}?${call.query.toString()}`);
      return provider.answer(call);
    },
  });
  const web = opening.use(await startWeb([...socialProviders(world, () => NOW), ...more].map(change).map(listening)));
  const urlOf = (source: SourceName) => (asks.includes(source) ? web.urlOf(source) : "");
  const config = sybil.config.parse({
    ENGINE_STOCKTWITS_URL: urlOf("stocktwits"),
    ENGINE_FARCASTER_URL: urlOf("farcaster"),
    ENGINE_MASTODON_URL: urlOf("mastodon"),
    ENGINE_FOURCHAN_URL: urlOf("fourchan"),
    ENGINE_REDDIT_URL: urlOf("reddit"),
    ENGINE_TELEGRAM_URL: urlOf("telegram"),
    ENGINE_DEXSCREENER_URL: urlOf("dexscreener"),
    ENGINE_COINGECKO_URL: urlOf("coingecko"),
    ENGINE_BLUESKY_JETSTREAM_URL: collected ? "ws://127.0.0.1" : "",
  });
  const stack = opening.move();
  const log = createLog("silent", { service: "engine-sybil", version: "test", instance: "test" });
  const analyze = await sybil.open({ config, log, stack, upstream: plainUpstream, ...(collected && { collected }) });
  return {
    asked,
    analyze: (coin_symbol, named = { contract_address: CONTRACT }) => {
      const context: Context = { signal: AbortSignal.timeout(timeMs), now: () => NOW, log };
      return analyze({ chain_id: "1", coin_symbol, ...named }, context);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** An upstream without the kit's retries, circuit and budget, whose own tests are the kit's. */
const plainUpstream = (name: string, { baseUrl }: UpstreamOptions): Upstream => ({
  circuit: "closed",
  request: async (schema, { path = "", query = {}, as = "json", signal }) => {
    const url = new URL(`${baseUrl}/${path}`);
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
    const response = await fetch(url, { signal }).catch((cause: unknown) => {
      throw new UnavailableError(`${name} could not be reached`, { cause });
    });
    if (!response.ok) throw new UnavailableError(`${name} answered ${response.status}`, { status: response.status });
    try {
      return schema.parse(as === "text" ? await response.text() : await response.json());
    } catch (cause) {
      throw new UnavailableError(`${name} sent an answer of another shape`, { cause });
    }
  },
  [Symbol.asyncDispose]: async () => undefined,
});

/** `code: status` of each signal. */
export const outline = ({ signals }: Analysis): string[] => signals.map(({ code, status }) => `${code}: ${status}`);
export const find = ({ signals }: Analysis, code: string): Signal | undefined => signals.find((signal) => signal.code === code);
/** Nats per scenario, all signals together, by the reliability of each. */
export function pull({ signals }: Analysis) {
  const total = { real_crash: 0, false_fud: 0, whale_manipulation: 0 };
  for (const { weights, reliability } of signals) {
    total.real_crash += weights.real_crash * reliability;
    total.false_fud += weights.false_fud * reliability;
    total.whale_manipulation += weights.whale_manipulation * reliability;
  }
  return total;
}
