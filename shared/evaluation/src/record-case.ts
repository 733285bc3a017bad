import { parseArgs } from "node:util";
import { openBus, readJournal } from "@token-sentiment/bus";
import { readConfig, readSecretFile } from "@token-sentiment/runtime";
import { z } from "zod";
import { caseOfJournal } from "./aggregator/case-of-journal.ts";

/** How long it looks for a broker before it says that there is none. */
const PATIENCE_MS = 3000;

const USAGE = "usage: NATS_NKEY_SEED_FILE=FILE npm run --silent record-case -- JOB_ID [--dataset NAME] [--licence NAME] > FILE.json";

async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({ options: { dataset: text, licence: text }, allowPositionals: true });
  const jobId = z.uuid().safeParse(positionals[0]).data;
  if (jobId === undefined || positionals.length > 1) throw new Error(`the id of one job is expected\n${USAGE}`);
  const { NATS_URL: servers, NATS_NKEY_SEED_FILE: file } = readConfig(z.object({}));
  const seed = file && (await readSecretFile(file));
  // The role that reads whole journals.
  await using bus = await openBus({ servers, role: "aggregator", seed, patienceMs: PATIENCE_MS });
  const told = { dataset: values.dataset ?? "recorded", licence: values.licence };
  process.stdout.write(`${JSON.stringify(caseOfJournal(await readJournal(bus, jobId), told), undefined, 2)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
