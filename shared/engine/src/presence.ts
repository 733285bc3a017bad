import type { Bucket } from "@token-sentiment/bus";
import { Presence, presenceKey, timing } from "@token-sentiment/contract";
import type { Log } from "@token-sentiment/runtime";

/** Says that this process is there, now and every 3 s, until disposed; then takes the word back. A broker that is away only costs a log line. */
export async function announcePresence(bucket: Pick<Bucket, "put" | "delete">, log: Log, state: () => Presence): Promise<AsyncDisposable> {
  const { engine, instance } = state();
  const key = presenceKey(engine, instance);
  let putting: Promise<void> | undefined;
  const put = (): Promise<void> => {
    putting ??= bucket
      .put(key, state())
      .catch((err: unknown) => log.warn({ err }, "cannot announce presence"))
      .finally(() => (putting = undefined));
    return putting;
  };
  await put();
  const timer = setInterval(() => void put(), timing.presenceEveryMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await putting;
      await bucket.delete(key).catch((err: unknown) => log.warn({ err }, "cannot withdraw presence"));
    },
  };
}
