import type { Bus } from "./bus.ts";

/**
 * Rings when the broker has stored something on a republished subject (`doorbells` of the contract), with its stream sequence:
 * on a ring read until the revision is at least that. A ring can be lost with a connection: whoever waits reads again by itself too.
 */
export function subscribeDoorbell(bus: Bus, subject: string, ring: (subject: string, seq: number) => void): Disposable {
  const subscription = bus.nc.subscribe(subject, {
    callback: (error, message) => {
      if (error) bus.log.error({ err: error, subject }, "the doorbell is not to be heard");
      else ring(message.subject, Number(message.headers?.get("Nats-Sequence") ?? 0));
    },
  });
  return {
    [Symbol.dispose]() {
      subscription.unsubscribe();
    },
  };
}
