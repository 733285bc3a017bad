import { z } from "zod";

/** How a call ended: with a full result, with one that lacks an expected engine, or with none. */
export const UsageOutcome = z.enum(["completed", "degraded", "failed"]);
export type UsageOutcome = z.infer<typeof UsageOutcome>;

/** One call of a key that has ended, as kept in USAGE. Times are the broker's, epoch ms. */
export const UsageRecord = z.looseObject({ job_id: z.uuid(), accepted_at: z.int(), settled_at: z.int() });
export type UsageRecord = z.infer<typeof UsageRecord>;

const count = z.int().nonnegative();
const counts = { calls: count, completed: count, degraded: count, failed: count };

/** 200 of `GET /api/usage`: the calls of one key. */
export const UsageView = z.strictObject({
  /** The key's id. */
  key: z.string(),
  /** The first day told, and the last: today. UTC. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Over these days; `calls` is the sum of the outcomes. */
  total: z.strictObject(counts),
  /** Calls accepted and not ended yet, in no day's numbers; null when too many analyses run to tell. */
  open: count.nullable(),
  /** Newest first; a call counts on the UTC day on which it was accepted. Days without a call are left out. */
  days: z.array(z.strictObject({ day: z.iso.date(), ...counts })),
});
export type UsageView = z.infer<typeof UsageView>;
