import { poisonSubjects, streams } from "@token-sentiment/contract";
import type { StreamConfig } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import { appended } from "./collected-streams.ts";

const DAY = 24 * 60 * 60_000;
const KIB = 1024;

/** What the broker gave up on, for as long as an operator may be away; the messages themselves lie where they were. */
export const poisonStream = (replicas: number): Partial<StreamConfig> & Pick<StreamConfig, "name"> => ({
  name: streams.poison,
  subjects: [...poisonSubjects.each],
  max_age: nanos(7 * DAY),
  max_bytes: 16 * KIB * KIB,
  max_msg_size: 4 * KIB,
  // Nobody who says it waits for an answer.
  no_ack: true,
  ...appended(replicas),
});
