import { urlList } from "@token-sentiment/runtime";
import { z } from "zod";

/** The collector's environment. */
export const Config = z.object({
  ENGINE_BLUESKY_JETSTREAM_URL: urlList(/^(?:wss?|https?)$/).describe(
    "Jetstream hosts, comma-separated, tried in turn; empty = nothing is collected",
  ),
  COLLECTOR_BACKFILL_HOURS: z.coerce.number().min(0).max(36).default(24).describe("how far back the very first start reads, hours"),
});
