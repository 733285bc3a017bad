import type { Accepted, Request } from "@token-sentiment/contract";

/** The 202 of a request. */
export function acceptedOf({ job_id, coin_symbol }: Pick<Request, "job_id" | "coin_symbol">): Accepted {
  const poll_url = `/api/agent/${job_id}`;
  return {
    job_id,
    status: "pending",
    coin_symbol,
    poll_url,
    message: `The analysis job was accepted. Poll ${poll_url} every 2 to 3 seconds until its status is completed or failed.`,
  };
}
