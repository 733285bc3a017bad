import { poisonSubjects, streams } from "@token-sentiment/contract";
import { sequenceThroughLeader } from "./ask-broker.ts";
import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { messagesOf } from "./direct-batch.ts";
import type { Stored } from "./stored.ts";

/** A delivery that the broker gave up: the worker said that the message can never be worked, or it came too often. */
export interface Poisoned {
  /** Broker time, epoch ms. */
  at: number;
  /** Where the message lies. */
  stream: string;
  seq: number;
  /** Who gave it up. */
  durable: string;
  deliveries: number;
  /** What the worker said; undefined when it never said anything. */
  reason: string | undefined;
}

const PAGE = 500;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function poisonedOf({ value, at }: Stored): Poisoned[] {
  if (!isRecord(value)) return [];
  const { stream, consumer, stream_seq: seq, deliveries, reason } = value;
  if (typeof stream !== "string" || typeof consumer !== "string" || typeof seq !== "number") return [];
  const said = typeof reason === "string" && reason !== "" ? reason : undefined;
  return [{ at, stream, seq, durable: consumer, deliveries: typeof deliveries === "number" ? deliveries : 0, reason: said }];
}

/** Every delivery given up in the last 7 days, oldest first. Throws like `writeFact`. */
export async function readPoison(bus: Bus): Promise<Poisoned[]> {
  const all: Poisoned[] = [];
  for (let seq = 1; ;) {
    const page = await messagesOf(bus, streams.poison, { subject: poisonSubjects.all, batch: PAGE, seq }).catch((error: unknown) => {
      throw brokerError(error, bus.role, "list what was given up");
    });
    all.push(...page.flatMap(poisonedOf));
    const last = page.at(-1);
    if (!last) return all;
    seq = last.seq + 1;
  }
}

/** The message of a sequence of a stream, whatever it is; undefined when it has expired. Throws like `writeFact`. */
export async function readSequence(bus: Bus, stream: string, seq: number): Promise<Stored | undefined> {
  try {
    return await sequenceThroughLeader(bus, stream, seq);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw brokerError(error, bus.role, "read a message");
  }
}
