import { type Bus, type Poisoned, readPoison, readSequence } from "@token-sentiment/bus";
import { plain } from "./plain.ts";

/** A job's id, where a subject ends with it. */
const UUID_AT_END = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function lineOf(bus: Bus, { at, stream, seq, durable, deliveries, reason }: Poisoned): Promise<string> {
  const subject = (await readSequence(bus, stream, seq))?.subject;
  const job = subject === undefined ? "expired" : (UUID_AT_END.exec(subject)?.[0] ?? "-");
  const why = reason === undefined ? "no worker ever answered" : plain(reason);
  return [new Date(at).toISOString(), durable, `${stream}:${seq}`, String(deliveries), job, why].join("\t");
}

/** Everything given up in the last 7 days, oldest first, as a table of tab-separated lines. Throws like `writeFact`. */
export async function listPoison(bus: Bus): Promise<string[]> {
  const poisoned = await readPoison(bus);
  if (poisoned.length === 0) return ["nothing was given up in the last 7 days"];
  const lines: string[] = [];
  for (const one of poisoned) lines.push(await lineOf(bus, one));
  return [["when", "given up by", "message", "deliveries", "job", "why"].join("\t"), ...lines];
}
