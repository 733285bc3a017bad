import type { Bus } from "./bus.ts";

/** The broker's time, kept by an offset to this process's clock. */
export interface BrokerClock extends AsyncDisposable {
  /** Broker time, whole epoch ms. */
  now(): number;
  /** Broker time minus process time, ms. Over 1 s is an alert. */
  skewMs(): number;
}

const REFRESH_MS = 30_000;
const ALERT_MS = 1000;

/** Reads the broker's time from the `ts` of a consumer-info reply, now and every 30 s. A failed refresh keeps the last offset. */
export async function brokerClock(bus: Bus, consumer: { stream: string; durable: string }): Promise<BrokerClock> {
  let offset = 0;
  const refresh = async () => {
    const sent = Date.now();
    const { ts } = await bus.jsm.consumers.info(consumer.stream, consumer.durable);
    const received = Date.now();
    offset = Date.parse(String(ts)) - (sent + received) / 2;
    if (Math.abs(offset) > ALERT_MS)
      bus.log.warn({ skew_ms: Math.round(offset) }, "this machine's clock and the broker's differ by more than a second");
  };
  await refresh();
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => bus.log.warn({ err: error }, "cannot read the broker's time, keeping the last offset"));
  }, REFRESH_MS);
  return {
    now: () => Math.floor(Date.now() + offset),
    skewMs: () => Math.round(offset),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
    },
  };
}
