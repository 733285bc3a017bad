import { brokerError } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { topology } from "./topology.ts";

/** How full a stream is. */
export interface StreamStatus {
  name: string;
  messages: number;
  /** On disk, and at most. */
  bytes: number;
  maxBytes: number;
}

/** How far a consumer is behind. */
export interface ConsumerStatus {
  durable: string;
  /** Not delivered yet. */
  pending: number;
  /** Delivered, and not acknowledged. */
  held: number;
  redelivered: number;
  /** Pulls that wait for a message; 0 = nobody works it. */
  waiting: number;
}

/** Every stream and consumer of the service, through the leaders. Throws like `writeFact`. */
export async function brokerStatus(bus: Bus): Promise<{ streams: StreamStatus[]; consumers: ConsumerStatus[] }> {
  const declared = topology({ replicas: 1, capacity: 1, maxBytes: 1 });
  try {
    const streams = declared.streams.map(async ({ name }): Promise<StreamStatus> => {
      const { state, config } = await bus.jsm.streams.info(name);
      return { name, messages: state.messages, bytes: state.bytes, maxBytes: config.max_bytes };
    });
    const consumers = declared.consumers.map(async ({ stream, config: { durable_name: durable } }): Promise<ConsumerStatus> => {
      const info = await bus.jsm.consumers.info(stream, durable);
      const { num_pending: pending, num_ack_pending: held, num_redelivered: redelivered, num_waiting: waiting } = info;
      return { durable, pending, held, redelivered, waiting };
    });
    return { streams: await Promise.all(streams), consumers: await Promise.all(consumers) };
  } catch (error) {
    throw brokerError(error, bus.role, "look at streams and consumers");
  }
}
