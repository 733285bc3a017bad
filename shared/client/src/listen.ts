import { type EngineAnswer, type FinalJob, isFinal } from "./analysis.ts";
import type { Connection } from "./call.ts";
import { eventsIn, type StreamEvent } from "./event-stream.ts";
import { isEngineAnswer, isJob } from "./shapes.ts";

/** What is heard. */
export interface Listener {
  signal?: AbortSignal | undefined;
  onStatus: (status: "pending" | "running") => void;
  onEvidence: (answer: EngineAnswer) => void;
}

/** Above two heartbeats of the service: a stream that is silent for longer is dead. */
const SILENCE_MS = 25_000;

/** Listens to one job's stream again and again; what was heard once is not told again. */
export function createListener(connection: Connection, jobId: string, { signal, onStatus, onEvidence }: Listener) {
  let lastId = "";
  let told = "";

  function hear({ event, id, data }: StreamEvent): FinalJob | undefined {
    lastId = id;
    const said: unknown = JSON.parse(data);
    if (event === "evidence" && isEngineAnswer(said)) onEvidence(said);
    if (event === "evidence" || !isJob(said)) return undefined;
    if (isFinal(said)) return said;
    if (told !== said.status) onStatus(said.status);
    told = said.status;
    return undefined;
  }

  /** The final job, or undefined when the stream is not there or ended before: then somebody must poll. @throws the signal's reason. */
  return async function listen(): Promise<FinalJob | undefined> {
    // The state is told again by a new stream: who was told of an interruption hears that it is over.
    told = "";
    const silent = new AbortController();
    let timer = setTimeout(() => silent.abort(), SILENCE_MS);
    try {
      const response = await connection.fetch(`${connection.url}/api/agent/${encodeURIComponent(jobId)}/events`, {
        headers: { ...connection.headers, accept: "text/event-stream", ...(lastId === "" ? {} : { "last-event-id": lastId }) },
        signal: signal ? AbortSignal.any([signal, silent.signal]) : silent.signal,
      });
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
      if (!response.ok || !isStream || !response.body) {
        await response.body?.cancel();
        return undefined;
      }
      for await (const event of eventsIn(response.body)) {
        clearTimeout(timer);
        timer = setTimeout(() => silent.abort(), SILENCE_MS);
        const final = event && hear(event);
        if (final) return final;
      }
    } catch {
      signal?.throwIfAborted();
    } finally {
      clearTimeout(timer);
    }
    return undefined;
  };
}
