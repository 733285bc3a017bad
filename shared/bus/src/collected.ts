import { type PostTerm, postSubjects, streams, talkSubjects } from "@token-sentiment/contract";
import { publishStored } from "./ask-broker.ts";
import { brokerError, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { HOURS_PER_TERM, POSTS_PER_TERM } from "./collected-streams.ts";
import { messagesOf } from "./direct-batch.ts";
import { messageHeaders } from "./message-headers.ts";
import { fromDirect, type Stored } from "./stored.ts";

/** A collector's source, e.g. `bluesky`, and the term that its posts lie under. */
export interface CollectedOf {
  source: string;
  term: PostTerm;
}

const BATCH = 1000;

async function append(bus: Bus, subject: string, { id, value }: { id?: string; value: object }): Promise<boolean> {
  const options = { data: JSON.stringify(value), headers: messageHeaders(bus, {}), ...(id !== undefined && { msgId: id }) };
  try {
    const { duplicate } = await publishStored(bus, { subject, ...options });
    return duplicate !== true;
  } catch (error) {
    throw brokerError(error, bus.role, "store what was collected");
  }
}

/** Stores a post under a term, once per id within 36 h. False when it was there already. Throws like `writeFact`. */
export const appendPost = (bus: Bus, { source, term }: CollectedOf, { id, value }: { id: string; value: object }): Promise<boolean> =>
  append(bus, postSubjects.of(source, term), { id: `${source} ${id} ${term.kind} ${term.term}`, value });

/** Stores the count of an hour, of a term or (without one) of all posts, once. Throws like `writeFact`. */
export const appendHour = (bus: Bus, { source, term }: { source: string; term?: PostTerm }, value: { hour: number }): Promise<boolean> => {
  const subject = term ? talkSubjects.of(source, term) : talkSubjects.hours(source);
  return append(bus, subject, { id: `${subject} ${value.hour}`, value });
};

/** Says how far a source has been read. Throws like `writeFact`. */
export const appendProgress = async (bus: Bus, source: string, value: object): Promise<void> => {
  await append(bus, talkSubjects.progress(source), { value });
};

/** The newest progress of a source, undefined when there is none. Throws like `writeFact`. */
export async function readProgress(bus: Bus, source: string): Promise<Stored | undefined> {
  try {
    const message = await bus.jsm.direct.getMessage(streams.talk, { last_by_subj: talkSubjects.progress(source) });
    return message ? fromDirect(message) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw brokerError(error, bus.role, "read the progress");
  }
}

/** What is kept of a subject, oldest first, batch by batch. */
async function readAll(bus: Bus, { stream, subject, max }: { stream: string; subject: string; max: number }): Promise<Stored[]> {
  const found: Stored[] = [];
  try {
    for (let seq = 1; found.length < max;) {
      const next = await messagesOf(bus, stream, { subject, batch: BATCH, seq });
      found.push(...next.filter(({ forged }) => !forged));
      const last = next.at(-1);
      if (next.length < BATCH || !last) break;
      seq = last.seq + 1;
    }
    return found;
  } catch (error) {
    throw brokerError(error, bus.role, "read what was collected");
  }
}

/** The posts under a term, oldest first, of the last 36 h; at most 5,000 are kept. Throws like `writeFact`. */
export const readPosts = (bus: Bus, { source, term }: CollectedOf): Promise<Stored[]> =>
  readAll(bus, { stream: streams.posts, subject: postSubjects.of(source, term), max: POSTS_PER_TERM });

/** The counted hours of a term, or (without one) of all posts, oldest first, of the last 30 days. Throws like `writeFact`. */
export const readHours = (bus: Bus, { source, term }: { source: string; term?: PostTerm }): Promise<Stored[]> =>
  readAll(bus, {
    stream: streams.talk,
    subject: term ? talkSubjects.of(source, term) : talkSubjects.hours(source),
    max: HOURS_PER_TERM,
  });
