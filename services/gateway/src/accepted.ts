import type { Accepted, Request } from "@token-sentiment/contract";
import { ApiError } from "./errors.ts";
import type { Submission } from "./submission.ts";

/** What is asked for, with the sealed target of its webhook. */
export type Wanted = Submission & Pick<Request, "webhook">;

/** True when what was asked before is what is asked now, whoever asked. */
export const sameContent = (stored: Pick<Request, keyof Wanted>, wanted: Wanted): boolean =>
  (["coin_symbol", "chain_id", "contract_address", "webhook"] as const).every((member) => stored[member] === wanted[member]);

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

/** The answer as long as the broker is not rid of a request whose job is gone: neither that one nor another of its id can be had for a moment. */
export const justEnding = (): ApiError =>
  new ApiError("unavailable", { detail: "an earlier request of this id is just ending, please retry in a few seconds" });
