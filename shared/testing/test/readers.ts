import { setTimeout as delay } from "node:timers/promises";
import type { Observation } from "@token-sentiment/testing";

/** Everything that the readers of a test were told. */
export interface Told {
  /** The furthest that anybody has been told of a job: whoever asks after that must not be told less. */
  latest: Map<string, Observation>;
  /** How often somebody asked in which way, `resumed` at another gateway than the one that told the last event. */
  asked: Record<"poll" | "long-poll" | "stream" | "resumed", number>;
  /** Events that came twice, or out of order. */
  repeated: string[];
}

export const nothingTold = (): Told => ({ latest: new Map(), asked: { poll: 0, "long-poll": 0, stream: 0, resumed: 0 }, repeated: [] });

const rank: Record<string, number> = { pending: 0, running: 1 };
const isFinal = ({ status }: Observation): boolean => status === "completed" || status === "failed";
const PATIENCE_MS = 10_000;

/** A gateway that died, or took too long, or a stream that was left, is asked again elsewhere; anything else is a fault of the test. */
function lost(error: unknown): void {
  if (error instanceof DOMException || (error instanceof TypeError && error.cause !== undefined)) return;
  throw error;
}

/** The server-sent events of an answer, as they come. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; id: number; data: string }> {
  let text = "";
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
      if (field("event") !== "") yield { event: field("event"), id: Number(field("id")), data: field("data") };
    }
  }
}

/**
 * Reads a job to its end, each time at one of `gateways` and in a way that chance picks: a poll, a long-poll, or a stream that it leaves
 * at some moment and resumes elsewhere. Answers what it was told, in order, with what others had been told before it asked.
 */
export async function readToTheEnd(jobId: string, gateways: readonly string[], { random, told }: { random: () => number; told: Told }) {
  const seen: Observation[] = [];
  let lastEvent = 0;
  let lastAt = "";
  const note = (one: Observation): void => {
    seen.push(one);
    const known = told.latest.get(jobId);
    if (!known || (rank[known.status] ?? 2) < (rank[one.status] ?? 2)) told.latest.set(jobId, one);
  };
  const past = (): void => {
    const known = told.latest.get(jobId);
    if (known) seen.push(known);
  };

  async function poll(url: string, query: string): Promise<void> {
    told.asked[query === "" ? "poll" : "long-poll"]++;
    past();
    const answer = await fetch(`${url}/api/agent/${jobId}${query}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = await answer.text();
    if (answer.status < 500) note({ status: answer.status === 200 ? JSON.parse(body).status : `http ${answer.status}`, body });
  }

  async function stream(url: string): Promise<void> {
    told.asked.stream++;
    if (lastEvent > 0 && lastAt !== url) told.asked.resumed++;
    const headers = { "last-event-id": String(lastEvent) };
    past();
    const left = AbortSignal.timeout(50 + Math.floor(random() * 1500));
    const { status, body } = await fetch(`${url}/api/agent/${jobId}/events`, { headers, signal: left });
    if (status !== 200) return status < 500 ? note({ status: `http ${status}`, body: "" }) : undefined;
    for await (const { event, id, data } of eventsOf(body!)) {
      const fresh = event === "evidence" ? id > lastEvent : id >= lastEvent;
      if (!fresh) told.repeated.push(`${jobId}: ${event} ${id} after ${lastEvent}`);
      [lastEvent, lastAt] = [Math.max(id, lastEvent), url];
      if (event !== "evidence") note({ status: JSON.parse(data).status, body: data });
    }
  }

  while (!seen.some(isFinal)) {
    const url = gateways[Math.floor(random() * gateways.length)]!;
    const way = random();
    await (way < 0.4 ? poll(url, "") : way < 0.65 ? poll(url, "?wait=1") : stream(url)).catch(lost);
    await delay(random() * 60);
  }
  for (const url of gateways) await poll(url, "").catch(lost);
  return seen;
}
