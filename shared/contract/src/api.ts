import { z } from "zod";

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
