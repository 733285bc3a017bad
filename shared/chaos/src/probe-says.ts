import { z } from "zod";

/** The message of the line that a probed process logs at SIGWINCH. */
export const PROBE_SAYS = "collected garbage";

/** That line: the bytes, on and off the heap, that outlive a full collection. */
export const ProbeLine = z.looseObject({ msg: z.literal(PROBE_SAYS), needed: z.number() });
