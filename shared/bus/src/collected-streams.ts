import { postSubjects, streams, talkSubjects } from "@token-sentiment/contract";
import { DiscardPolicy, RetentionPolicy, StorageType, type StreamConfig } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const KIB = 1024;
const MIB = KIB * KIB;

/** Posts kept of one term; the oldest go first, so that one loud coin cannot push out the others. */
export const POSTS_PER_TERM = 5000;

/** Hours counted of one term: 30 days. */
export const HOURS_PER_TERM = 720;

/** What collectors write: posts for as long as their source can be read again (36 h), each once by its id; and counts for 30 days, the oldest going first. */
export const collectedStreams = (replicas: number): (Partial<StreamConfig> & Pick<StreamConfig, "name">)[] => [
  {
    name: streams.posts,
    subjects: [postSubjects.all],
    max_msgs_per_subject: POSTS_PER_TERM,
    max_age: nanos(36 * HOUR),
    duplicate_window: nanos(36 * HOUR),
    max_bytes: 512 * MIB,
    max_msg_size: 32 * KIB,
    ...appended(replicas),
  },
  {
    name: streams.talk,
    subjects: [talkSubjects.all],
    max_msgs_per_subject: HOURS_PER_TERM,
    max_age: nanos(30 * DAY),
    // an hour is counted again by whoever resumes in the middle of it
    duplicate_window: nanos(2 * DAY),
    max_bytes: 256 * MIB,
    max_msg_size: KIB,
    ...appended(replicas),
  },
];

/** A stream of files that is only ever appended to, the oldest messages going first. */
export const appended = (replicas: number) =>
  ({
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: replicas,
    discard: DiscardPolicy.Old,
    allow_direct: true,
    allow_rollup_hdrs: false,
    deny_delete: true,
    deny_purge: true,
  }) satisfies Partial<StreamConfig>;
