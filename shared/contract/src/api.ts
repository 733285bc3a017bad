import { z } from "zod";
import { ChainId } from "./chain.ts";
import { PastVerdict } from "./history.ts";

/** 202 of `POST /api/agent`: exactly these five members. */
export const Accepted = z.strictObject({
  job_id: z.uuid(),
  status: z.literal("pending"),
  coin_symbol: z.string(),
  poll_url: z.string(),
  message: z.string(),
});
export type Accepted = z.infer<typeof Accepted>;

/** One token to try, from `GET /api/examples`. */
export const Example = z.strictObject({
  coin_symbol: z.string().min(1),
  contract_address: z.string().min(1),
  chain_id: z.string().min(1),
  note: z.string(),
});
export type Example = z.infer<typeof Example>;

/** 200 of `GET /api/quota`; the numbers are null for a caller without a limit. */
export const QuotaView = z.strictObject({
  tier: z.enum(["demo", "production"]),
  limit: z.int().nullable(),
  remaining: z.int().nullable(),
  /** Length of the rolling window, seconds. */
  window_s: z.int().nullable(),
  /** Broker time, epoch ms, at which the next used call comes back; null when none is used. */
  next_call_at: z.int().nullable(),
});
export type QuotaView = z.infer<typeof QuotaView>;

/** 200 of `GET /api/tokens/{chain_id}/{address}/history`: newest first. */
export const HistoryView = z.strictObject({ chain_id: ChainId, contract_address: z.string(), verdicts: z.array(PastVerdict) });
export type HistoryView = z.infer<typeof HistoryView>;
