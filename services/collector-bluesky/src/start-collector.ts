import { type Bus, readProgress } from "@token-sentiment/bus";
import { TalkProgress } from "@token-sentiment/contract";
import type { Log, Metrics } from "@token-sentiment/runtime";
import { follow } from "./follow.ts";
import { createIntake } from "./intake.ts";
import { listen } from "./listen.ts";
import { createCollectorMetrics } from "./metrics.ts";
import { MESSAGE_MAX, readEvent } from "./read-event.ts";
import { startFrom } from "./resume.ts";
import { createStore, SOURCE } from "./store.ts";
import { subscription } from "./subscription.ts";

/** What a collector runs on. */
export interface CollectorRoom {
  bus: Bus;
  log: Log;
  metrics: Metrics;
  /** Jetstream hosts, ws or http. */
  hosts: readonly string[];
  /** How far back the very first start reads, ms. */
  backfillMs: number;
  /** Epoch ms; the process's clock when omitted. */
  now?: () => number;
  /** How often progress is told, ms; 5 s when omitted. */
  progressMs?: number;
  /** A stream that is silent for so long is dead; 60 s when omitted. */
  silentMs?: number;
  /** The first wait before another try, ms; 1 s when omitted. */
  retryMs?: number;
}

/** Hosts differ by seconds in when they saw a post. */
const OVERLAP_US = 5_000_000;
/** All of Bluesky is never silent for so long: what lies between was lost. */
const GAP_US = 5 * 60 * 1_000_000;

/**
 * Collects the posts that name a coin until it is disposed. It reads on from where the last one stopped; what is delivered twice is stored once.
 * Throws like `readProgress`.
 */
export async function startCollector(room: CollectorRoom): Promise<AsyncDisposable> {
  const { bus, log, hosts, backfillMs, now = Date.now, progressMs = 5000, silentMs = 60_000, retryMs = 1000 } = room;
  const stopping = new AbortController();
  const progress = TalkProgress.safeParse((await readProgress(bus, SOURCE))?.value).data;
  const start = startFrom(progress, { now: now(), backfillMs });
  const metrics = createCollectorMetrics(room.metrics);
  const store = createStore({ bus, log, signal: stopping.signal });
  const intake = createIntake({ store, start, progressMs, now, onStored: metrics.stored });
  metrics.watch({ lagSeconds: () => now() / 1000 - intake.cursor_us / 1e6, leftOut: () => intake.leftOut });
  log.info({ cursor_us: start.cursor_us, resumed: start.since_us !== undefined }, "reading Bluesky");

  let heardEver = false;
  const connect = async (host: string) => {
    await intake.drained().catch(() => undefined);
    const from = start.since_us === undefined && !heardEver ? intake.cursor_us : intake.cursor_us - OVERLAP_US;
    let heard = false;
    const onMessage = (data: unknown): boolean => {
      const event = readEvent(data, now());
      metrics.event(event?.outcome ?? "malformed");
      if (!event) return true;
      if (!heard && event.at_us - from > GAP_US && (heardEver || start.since_us !== undefined)) {
        metrics.gap((event.at_us - from) / 1e6);
        log.warn({ seconds: Math.round((event.at_us - from) / 1e6) }, "Jetstream no longer has all that was missed");
        intake.skipTo(event.at_us);
      }
      heard = true;
      heardEver = true;
      return intake.offer(event);
    };
    const ending = await listen(subscription(host, { from, maxBytes: MESSAGE_MAX }), { onMessage, silentMs, signal: stopping.signal });
    return { ending, heard };
  };
  const onEnd = (ending: Parameters<typeof metrics.ended>[0], host: string): void => {
    metrics.ended(ending);
    log.warn({ ending, host: URL.parse(host)?.hostname }, "lost Jetstream, trying the next host");
  };
  const following = follow({ hosts, connect, onEnd, retryMs, signal: stopping.signal });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await following;
      await intake.drained().catch(() => undefined);
    },
  };
}
