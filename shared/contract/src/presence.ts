import { z } from "zod";

/** What a running engine process says of itself every 3 s in `presence.<engine>.<instance>`. */
export const Presence = z.looseObject({
  engine: z.string().min(1),
  instance: z.string().min(1),
  version: z.string().min(1),
  /** Circuit of each upstream it has asked: `closed` works, `open` is given up for a while. */
  upstreams: z.record(z.string(), z.enum(["closed", "open", "half-open"])),
});
export type Presence = z.infer<typeof Presence>;
