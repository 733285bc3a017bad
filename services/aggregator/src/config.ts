import { z } from "zod";

/** The aggregator has no settings of its own: its clocks are the contract's, its capacity is the consumer's. */
export const config = z.object({});
