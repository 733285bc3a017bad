import { brokerError } from "./broker-error.ts";
import type { Bus } from "./bus.ts";

/** How busy a durable consumer is. */
export interface ConsumerLoad {
  /** Messages not yet acknowledged: delivered and held, or still to be delivered. */
  outstanding: number;
  /** Pull requests that wait for a message; 0 = nobody works it. */
  waiting: number;
}

/** Asks the broker. Throws like `writeFact`. */
export async function consumerLoad(bus: Bus, stream: string, durable: string): Promise<ConsumerLoad> {
  try {
    const info = await bus.jsm.consumers.info(stream, durable);
    return { outstanding: info.num_pending + info.num_ack_pending, waiting: info.num_waiting };
  } catch (error) {
    throw brokerError(error, bus.role, "read the load of a consumer");
  }
}
