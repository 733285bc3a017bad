import {
  bucketStream,
  type BucketName,
  COLLECTOR,
  durables,
  historySubjects,
  leaderElected,
  type PlatformRole,
  platformRoles,
  postSubjects,
  RESOLVER,
  type Role,
  streams,
  talkSubjects,
  usageSubjects,
  WORKER_API_PREFIX,
  workerOf,
  type WorkerRole,
  workerRoles,
} from "@token-sentiment/contract";
import { acks, API, consumerInfo, directBatch, directKeys, leaderGet, next, streamInfo, works } from "./api-subjects.ts";

interface Rights {
  publish: string[];
  /** Beside its own inbox. */
  subscribe: string[];
}

/** What each platform role may do in the account TSA. Every subject prefix has exactly one writing role. */
const platformRights: Record<PlatformRole, Rights> = {
  provisioner: {
    publish: [
      `${API}.STREAM.INFO.*`,
      `${API}.STREAM.CREATE.*`,
      `${API}.STREAM.UPDATE.*`,
      `${API}.CONSUMER.INFO.*.*`,
      `${API}.CONSUMER.CREATE.*.>`,
      `${API}.CONSUMER.DURABLE.CREATE.*.*`,
    ],
    subscribe: [],
  },
  gateway: {
    publish: [
      "analysis.request.*.*",
      "$KV.quota.*",
      "$KV.payments.>",
      historySubjects.all,
      usageSubjects.all,
      ...streamInfo(
        streams.analysis,
        streams.history,
        streams.usage,
        bucketStream("jobs"),
        bucketStream("keys"),
        bucketStream("payments"),
        bucketStream("presence"),
      ),
      ...leaderGet(streams.analysis, ...(["jobs", "quota", "keys", "payments"] as const).map(bucketStream)),
      directBatch(bucketStream("payments")),
      directBatch(streams.analysis),
      directBatch(streams.history),
      directBatch(bucketStream("presence")),
      consumerInfo(durables.requests),
      ...works(durables.finals, bucketStream("jobs")),
    ],
    subscribe: ["stored.jobs.>", "stored.evidence.>"],
  },
  aggregator: {
    publish: [
      "$KV.jobs.*",
      ...streamInfo(streams.analysis, bucketStream("jobs"), bucketStream("presence")),
      ...leaderGet(bucketStream("jobs")),
      directBatch(streams.analysis),
      directBatch(bucketStream("presence")),
      ...works(durables.requests),
    ],
    subscribe: ["stored.evidence.>", leaderElected(streams.analysis)],
  },
  operator: {
    publish: [
      "$KV.keys.*",
      ...streamInfo("*"),
      consumerInfo("*", "*"),
      ...leaderGet(streams.analysis, bucketStream("jobs"), bucketStream("keys"), bucketStream("payments")),
      ...[streams.analysis, streams.poison, bucketStream("keys"), bucketStream("payments")].map(directBatch),
    ],
    subscribe: [],
  },
};

/** What an account of its own imports: its subject there, and what its clients call it. */
interface Import {
  subject: string;
  local: string;
  /** A pull is answered by many messages. */
  stream?: boolean;
}

type OutsideRole = WorkerRole | typeof COLLECTOR;
const outsideRoles: readonly OutsideRole[] = [...workerRoles, COLLECTOR];

const plain = (subject: string): Import => ({ subject, local: subject });
const prefixed = (subject: string): Import => ({ subject, local: subject.replace(API, WORKER_API_PREFIX) });
const batches = (stream: string): Import => ({ ...prefixed(directBatch(stream)), stream: true });

/** Who reads what collectors found: posts, counts and progress, which strangers wrote in public. */
const READER: OutsideRole = "engine-sybil";

const importsOf = (role: OutsideRole): Import[] => {
  if (role === COLLECTOR)
    return [
      plain(postSubjects.all),
      plain(talkSubjects.all),
      prefixed(`${directBatch(streams.talk)}.${talkSubjects.progresses}`),
      ...streamInfo(streams.posts, streams.talk).map(prefixed),
    ];
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
    plain(role === RESOLVER ? "analysis.token.*.*" : `analysis.evidence.${worker}.*`),
    bucket("cache"),
    bucket("presence"),
    bucket("budget"),
    prefixed(directKeys("cache", `${worker}.`)),
    prefixed(directKeys("budget", `${worker}.`)),
    prefixed(consumerInfo(role)),
    { ...prefixed(next(role)), stream: true },
    ...acks(role).map(plain),
  ];
}

/** The environment variable under which the broker knows a role's public key: `TSA_NKEY_ENGINE_SECURITY`. */
export const nkeyVariable = (role: Role): string => `TSA_NKEY_${role.toUpperCase().replaceAll("-", "_")}`;
const account = (role: OutsideRole): string => role.toUpperCase().replaceAll("-", "_");
const list = (items: string[], indent: string): string => items.map((item) => `${indent}"${item}"`).join("\n");

const user = (role: Role, { publish, subscribe }: Rights): string => `      { nkey: $${nkeyVariable(role)}, permissions: {
        publish: { allow: [
${list(publish, "          ")}
        ] }
        subscribe: { allow: [
${list([`_INBOX_${role}.>`, ...subscribe], "          ")}
        ] } } }`;

const platformAccount = (): string => `  TSA {
    jetstream: enabled
    users: [
${platformRoles.map((role) => user(role, platformRights[role])).join("\n")}
    ]
    exports: [
${outsideRoles
  .flatMap((role) =>
    importsOf(role).map(
      ({ subject, stream }) => `      { service: "${subject}", ${stream ? "response_type: stream, " : ""}accounts: [${account(role)}] }`,
    ),
  )
  .join("\n")}
    ]
  }`;

const ownAccount = (role: OutsideRole): string => `  ${account(role)} {
    users: [
${user(role, { publish: importsOf(role).map(({ local }) => local), subscribe: [] })}
    ]
    imports: [
${importsOf(role)
  .map(({ subject, local }) => `      { service: { account: TSA, subject: "${subject}" }${local === subject ? "" : `, to: "${local}"`} }`)
  .join("\n")}
    ]
  }`;

/**
 * The broker's accounts and permissions, from the roster: platform roles are users of one account; each worker, and the collector, has an account of its
 * own, without JetStream, that imports exactly its subjects. Permissions alone do not hold: they do not check reply subjects.
 * Public keys come from the environment, `TSA_NKEY_<ROLE>`.
 */
export const renderPermissions = (): string => `# Generated from the roster by \`npm run permissions\`. Do not edit.
accounts {
${[platformAccount(), ...outsideRoles.map(ownAccount)].join("\n")}
}
`;
