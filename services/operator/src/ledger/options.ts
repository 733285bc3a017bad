import { parseArgs } from "node:util";
import { CommandError } from "../command.ts";

/** Shown by `npm run ledger -- --help`. */
export const LEDGER_USAGE = `npm run ledger -- [--day YYYY-MM-DD] [--json]   what was paid on that UTC day (today), by payer, held to the chain

  Exit code 0: records and chain agree. 2: they part, with a line for each difference. 1: it could not be found out.
  NATS_URL, NATS_NKEY_SEED_FILE: the seed of the role operator. GATEWAY_X402_PAY_TO, GATEWAY_X402_NETWORKS: as the gateways have them.
  Of npm start: set -a; . .data/operator.env; set +a
`;

/** What is asked for. */
export interface LedgerOptions {
  /** A UTC day. */
  day: string;
  json: boolean;
}

/** Reads the command line; without a day it is that of `now` (epoch ms). @throws CommandError. */
export function ledgerOptionsOf(args: readonly string[], now: number): LedgerOptions | "help" {
  const read = () => {
    try {
      const options = { day: { type: "string" }, json: { type: "boolean" }, help: { type: "boolean" } } as const;
      return parseArgs({ args: [...args], options }).values;
    } catch (error) {
      throw new CommandError(`${error instanceof Error ? error.message : String(error)}: npm run ledger -- --help tells what there is`, {
        cause: error,
      });
    }
  };
  const today = new Date(now).toISOString().slice(0, 10);
  const { day = today, json = false, help = false } = read();
  if (help) return "help";
  const time = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    throw new CommandError(`--day is a UTC day, such as ${today}`);
  if (time > now) throw new CommandError(`${day} has not begun`);
  return { day, json };
}
