import {
  type BucketName,
  COLLECTOR,
  durables,
  NOTIFIER,
  postSubjects,
  RESOLVER,
  streams,
  subjects,
  talkSubjects,
  webhookSubjects,
  WORKER_API_PREFIX,
  workerOf,
  type WorkerRole,
  workerRoles,
} from "@token-sentiment/contract";
import { acks, API, consumerInfo, directBatch, directKeys, next, streamInfo } from "./api-subjects.ts";

/** What an account of its own imports: its subject there, and what its clients call it. */
export interface Import {
  subject: string;
  local: string;
  /** A pull is answered by many messages. */
  stream?: boolean;
}

/** Those who have an account of their own. */
export type OutsideRole = WorkerRole | typeof COLLECTOR | typeof NOTIFIER;
export const outsideRoles: readonly OutsideRole[] = [...workerRoles, COLLECTOR, NOTIFIER];

const plain = (subject: string): Import => ({ subject, local: subject });
const prefixed = (subject: string): Import => ({ subject, local: subject.replace(API, WORKER_API_PREFIX) });
const batches = (stream: string): Import => ({ ...prefixed(directBatch(stream)), stream: true });

const worked = (durable: string, stream?: string): Import[] => [
  prefixed(consumerInfo(durable, stream)),
  { ...prefixed(next(durable, stream)), stream: true },
  ...acks(durable, stream).map(plain),
];

/** Who reads what collectors found: posts, counts and progress, which strangers wrote in public. */
const READER: OutsideRole = "engine-sybil";

/** Exactly the subjects of the platform that a role outside may use. */
export const importsOf = (role: OutsideRole): Import[] => {
  if (role === COLLECTOR)
    return [
      plain(postSubjects.all),
      plain(talkSubjects.all),
      prefixed(`${directBatch(streams.talk)}.${talkSubjects.progresses}`),
      ...streamInfo(streams.posts, streams.talk).map(prefixed),
    ];
  if (role === NOTIFIER)
    return [plain(webhookSubjects.log("*")), batches(streams.webhooks), ...worked(durables.notifier, streams.webhooks)];
  return [
    ...workerImports(role),
    ...(role === READER
      ? [batches(streams.posts), batches(streams.talk), prefixed(`${directBatch(streams.talk)}.${talkSubjects.progresses}`)]
      : []),
  ];
};

function workerImports(role: WorkerRole): Import[] {
  const worker = workerOf(role) ?? role;
  /** The key-value client puts the API prefix before `$KV` too. */
  const bucket = (name: BucketName): Import => ({
    subject: `$KV.${name}.${worker}.>`,
    local: `${WORKER_API_PREFIX}.$KV.${name}.${worker}.>`,
  });
  return [
    plain(role === RESOLVER ? subjects.tokens : subjects.evidence(worker, "*")),
    bucket("cache"),
    bucket("presence"),
    bucket("budget"),
    prefixed(directKeys("cache", `${worker}.`)),
    prefixed(directKeys("budget", `${worker}.`)),
    ...worked(role),
  ];
}
