import { z } from "zod";
import { CommandError } from "../command.ts";

/** What the operator asks for. */
export type OpsCommand =
  | { do: "status" }
  | { do: "list" }
  | { do: "webhooks" }
  | { do: "show" | "replay" | "redeliver"; job: string }
  | { do: "help" };

/** Shown by `npm run ops -- help`. */
export const OPS_USAGE = `npm run ops -- status        streams by how full they are, consumers by how far they are behind
npm run ops -- list          what was given up in the last 7 days: when, by whom, after how many deliveries, why, which job
npm run ops -- show JOB      what the broker holds of a job: its facts, its row, and what was given up
npm run ops -- replay JOB    submits the job's request again, as a new job; twice is once
npm run ops -- webhooks      ends of jobs of the last 3 days that were not taken: retrying or given up, by job; how many have not been tried
npm run ops -- redeliver JOB has the end of a job told again, under the same id, also when it was taken or given up

  NATS_URL (nats://127.0.0.1:4222), NATS_NKEY_SEED_FILE: the seed of the role operator; of npm start .data/nats/keys/operator.nkey
  replay also: TOKEN_SENTIMENT_URL (http://127.0.0.1:8080), TOKEN_SENTIMENT_KEY_FILE: a file with an API key; of npm start .data/local-key
`;

const JobId = z.uuid();

/** Reads the command line. @throws CommandError. */
export function opsCommandOf([verb = "help", job, ...rest]: readonly string[]): OpsCommand {
  const more = "npm run ops -- help tells what there is";
  if (rest.length > 0) throw new CommandError(`there is no such command: ${more}`);
  if ((verb === "status" || verb === "list" || verb === "webhooks" || verb === "help") && job === undefined) return { do: verb };
  if (verb !== "show" && verb !== "replay" && verb !== "redeliver") throw new CommandError(`there is no such command: ${more}`);
  if (!JobId.safeParse(job).success || job === undefined)
    throw new CommandError(`${verb} needs the id of a job, as list shows it: ${more}`);
  return { do: verb, job };
}
