import { z } from "zod";

/** What the keymaker is told. */
export const config = z.object({
  KEYMAKER_DIR: z.string({ error: "is not set" }).min(1).describe("the directory that gets the keys, made when it is missing"),
  KEYMAKER_STORE_DIR: z.string().startsWith("/").default("/data").describe("where the broker keeps its streams, as nats.conf will say"),
  KEYMAKER_SYNC_INTERVAL: z.string().min(1).default("always").describe("`always`, or how much a power cut may lose, as nats.conf will say"),
});
