import type { Evidence } from "@token-sentiment/contract";
import { evidenceEvent, type Telling } from "../event-bodies.ts";
import { jobEvents, type JobEventsOptions } from "../job-events.ts";
import type { JobView } from "../job-view.ts";
import type { A2aEvent, AgentMessage } from "./a2a-shapes.ts";
import { artifactOf, dataPart, messageOf, statusOf, type TaskRef, taskOf, textPart } from "./task.ts";

const frame = (event: A2aEvent): string => `data: ${JSON.stringify(event)}\n\n`;

const heard = ({ engine, outcome, signals }: Evidence): string =>
  outcome === "observed" ? `${engine} answered with ${signals.length} observations` : `${engine}: ${outcome.replaceAll("_", " ")}`;

/** A job's life in A2A's words, after its task was told as `first`: status updates, each engine's answer as a message of one, then the verdict. */
function tellingOf(task: TaskRef, first: JobView): Telling {
  let last = first;
  const update = (status: ReturnType<typeof statusOf>): string => frame({ statusUpdate: { ...task, status } });
  return {
    opening: "",
    state(view) {
      if (view.status === last.status) return "";
      last = view;
      const artifact = artifactOf(view);
      return (artifact ? frame({ artifactUpdate: { ...task, artifact, lastChunk: true } }) : "") + update(statusOf(task, view));
    },
    evidence(evidence) {
      const message = messageOf(task, evidence.engine, [textPart(heard(evidence)), dataPart(evidenceEvent(evidence))]);
      return update({ ...statusOf(task, last), message });
    },
  };
}

/** What is to be said before there can be a task, as server-sent events. */
export async function* said(message: { message: AgentMessage }): AsyncGenerator<string> {
  yield frame(message);
}

/** A task as server-sent events: the task as it is in `view`, then what happens to it, to its end. */
export async function* taskEvents(
  task: TaskRef,
  { view, ...options }: Omit<JobEventsOptions, "after" | "telling"> & { view: JobView },
): AsyncGenerator<string> {
  yield frame({ task: taskOf(task, view) });
  if (view.final) return;
  for await (const text of jobEvents(task.taskId, { ...options, after: 0, telling: tellingOf(task, view) })) if (text !== "") yield text;
}
