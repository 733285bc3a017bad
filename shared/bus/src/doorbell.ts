import { leaderElected } from "@token-sentiment/contract";
import type { Msg } from "@nats-io/transport-node";
import type { Bus } from "./bus.ts";
import { headersOf, lastValue, sizeOf } from "./headers.ts";
import { fromRepublished, type Stored } from "./stored.ts";

/**
 * Rings when the broker has stored something on a republished subject (`doorbells` of the contract), with its stream sequence:
 * on a ring read until the revision is at least that. A ring can be lost with a connection: whoever waits reads again by itself too.
 */
export function subscribeDoorbell(bus: Bus, subject: string, ring: (subject: string, seq: number) => void): Disposable {
  // The broker's own header is the last: a writer may have sent one of that name.
  return subscribed(bus, subject, (message) => ring(message.subject, Number(lastValue(headersOf(message), "Nats-Sequence") ?? 0)));
}

/** A fact that was just stored: its doorbell's subject, how large it is, and itself, which is read when it is asked for. */
export interface Rung {
  subject: string;
  bytes: number;
  /** Undefined for what is no fact. */
  fact(): Stored | undefined;
}

/** Rings with the fact itself, where the broker republishes it whole. Resolves when the broker listens: what is stored from then on rings, until the connection is lost. */
export async function subscribeFacts(bus: Bus, subject: string, ring: (rung: Rung) => void): Promise<Disposable> {
  const subscription = subscribed(bus, subject, (message) =>
    ring({ subject: message.subject, bytes: sizeOf(message), fact: () => fromRepublished(message) }),
  );
  await bus.nc.flush();
  return subscription;
}

/** Runs when a stream has got a new leader: what the old one stored last may never have rung. A broker of one node has none. */
export const onNewLeader = (bus: Bus, stream: string, run: () => void): Disposable => subscribed(bus, leaderElected(stream), run);

function subscribed(bus: Bus, subject: string, take: (message: Msg) => void): Disposable {
  const subscription = bus.nc.subscribe(subject, {
    callback: (error, message) => {
      if (error) bus.log.error({ err: error, subject }, "the doorbell is not to be heard");
      else take(message);
    },
  });
  return {
    [Symbol.dispose]() {
      subscription.unsubscribe();
    },
  };
}
