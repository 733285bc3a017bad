import { type Bus, readJournal, readPoison, readRow, type Stored } from "@token-sentiment/bus";
import { isFinal, stateOf, streams, subjectParts } from "@token-sentiment/contract";
import { CommandError } from "../command.ts";
import { plain } from "./plain.ts";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** What a fact says in a line: never its texts, which strangers wrote, but what became of it. */
function saidBy({ subject, type, value }: Stored): string {
  const { kind, scope } = subjectParts(subject);
  if (!isRecord(value)) return `${kind} ${scope}: not JSON`;
  const members = kind === "request" ? ["coin_symbol", "contract_address", "chain_id"] : ["outcome", "reason", "contract_address"];
  const told = members.flatMap((member) => (typeof value[member] === "string" ? `${member} ${plain(value[member])}` : []));
  return `${kind} ${scope} (${plain(type ?? "no type")}): ${told.join(", ")}`;
}

/** What the broker holds of a job: its facts in the order in which they came, its row, and which of them were given up. @throws CommandError when it holds nothing. */
export async function show(bus: Bus, job: string): Promise<string[]> {
  const [facts, row, poison] = [await readJournal(bus, job), await readRow(bus, job), await readPoison(bus)];
  const [request] = facts.filter(({ subject }) => subjectParts(subject).kind === "request");
  if (facts.length === 0 && !row) throw new CommandError(`the broker holds nothing of ${job}: it never came, or more than a day ago`);
  const since = (at: number): string => (request ? `+${at - request.at} ms` : new Date(at).toISOString());
  const state = stateOf(request, row, Date.now());
  return [
    `job ${job}: ${state.status}${isFinal(state) ? "" : " (by this machine's clock)"}`,
    ...(request ? [`submitted ${new Date(request.at).toISOString()}`] : ["its request has expired"]),
    ...facts.map((fact) => `${since(fact.at)}\tseq ${fact.seq}\t${saidBy(fact)}`),
    ...(row ? [`${since(row.at)}\trow ${row.revision}\t${row.row.status}, of evidence ${row.evidence?.join(", ") ?? "none"}`] : ["no row"]),
    ...poison
      .filter(({ stream, seq }) => facts.some((fact) => fact.seq === seq && stream === streams.analysis))
      .map(
        ({ at, durable, seq, reason }) => `${since(at)}\tseq ${seq}\tgiven up by ${durable}: ${plain(reason ?? "no worker ever answered")}`,
      ),
  ];
}
