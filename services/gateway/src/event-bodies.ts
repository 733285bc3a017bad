import { type Evidence, Label, Outcome } from "@token-sentiment/contract";
import { z } from "zod";
import type { JobView } from "./job-view.ts";

/** `data` of an `evidence` event: what one engine found, in short. The other events carry the body of a poll. */
export const EvidenceEvent = z.strictObject({
  engine: z.string(),
  outcome: Outcome,
  /** Why there is no observation. */
  reason: z.string().optional(),
  signals: z.int().nonnegative(),
  lines: z.array(z.strictObject({ label: Label, text: z.string() })),
});
export type EvidenceEvent = z.infer<typeof EvidenceEvent>;

/** What a stream says of one engine's evidence. */
export const evidenceEvent = ({ engine, outcome, reason, signals }: Evidence): EvidenceEvent => ({
  engine,
  outcome,
  ...(reason === undefined ? {} : { reason }),
  signals: signals.length,
  lines: signals.map(({ label, text }) => ({ label, text })),
});

/** How what happens to a job is put into words on a stream; `id` is the sequence in the journal. */
export interface Telling {
  /** Said first. */
  opening: string;
  state(view: JobView, id: number): string;
  evidence(evidence: Evidence, id: number): string;
}

/** One server-sent event. JSON has no line breaks, so one `data` line holds it. */
const frame = (event: string, id: number, json: string): string => `event: ${event}\nid: ${id}\ndata: ${json}\n\n`;

/** A comment: keeps the connection, fires no event. */
export const HEARTBEAT = ": heartbeat\n\n";

/** How soon a browser connects again when the stream ends early. */
const RETRY = "retry: 2000\n\n";

/** The stream of this API: `status` while open, `evidence`, then `completed` or `failed`. */
export const plainTelling: Telling = {
  opening: RETRY,
  state: (view, id) => frame(view.final ? view.status : "status", id, view.body),
  evidence: (evidence, id) => frame("evidence", id, JSON.stringify(evidenceEvent(evidence))),
};

/** The sequence a client has seen, from its `Last-Event-ID`; 0 = none, or none of ours. */
export const lastEventIdOf = (header: unknown): number => (typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : 0);
