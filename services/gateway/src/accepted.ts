import type { Accepted, Request } from "@token-sentiment/contract";
import type { Submission } from "./submission.ts";

/** True when what was asked before is what is asked now, whoever asked. */
export const sameContent = (stored: Pick<Request, keyof Submission>, wanted: Submission): boolean =>
  stored.coin_symbol === wanted.coin_symbol && stored.chain_id === wanted.chain_id && stored.contract_address === wanted.contract_address;

/** The answer to an accepted request. */
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
