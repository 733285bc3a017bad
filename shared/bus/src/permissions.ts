import {
  bucketStream,
  durables,
  historySubjects,
  leaderElected,
  type PlatformRole,
  platformRoles,
  type Role,
  streams,
  subjects,
  usageSubjects,
  webhookSubjects,
} from "@token-sentiment/contract";
import { importsOf, type OutsideRole, outsideRoles } from "./account-imports.ts";
import { API, consumerInfo, directBatch, leaderGet, streamInfo, works } from "./api-subjects.ts";

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
      subjects.requests,
      "$KV.quota.*",
      "$KV.payments.>",
      historySubjects.all,
      usageSubjects.all,
      webhookSubjects.due("*"),
      ...streamInfo(
        streams.analysis,
        streams.history,
        streams.usage,
        streams.webhooks,
        bucketStream("jobs"),
        bucketStream("keys"),
        bucketStream("payments"),
        bucketStream("presence"),
      ),
      ...leaderGet(streams.analysis, ...(["jobs", "quota", "keys", "payments"] as const).map(bucketStream)),
      directBatch(bucketStream("payments")),
      directBatch(streams.analysis),
      directBatch(streams.history),
      directBatch(streams.webhooks),
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
      webhookSubjects.again("*"),
      ...streamInfo("*"),
      consumerInfo("*", "*"),
      ...leaderGet(streams.analysis, bucketStream("jobs"), bucketStream("keys"), bucketStream("payments")),
      ...[streams.analysis, streams.poison, streams.webhooks, bucketStream("keys"), bucketStream("payments")].map(directBatch),
    ],
    subscribe: [],
  },
};

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
 * The broker's accounts and permissions, from the roster: platform roles are users of one account; each worker, the collector and the notifier have accounts of
 * their own, without JetStream, that imports exactly its subjects. Permissions alone do not hold: they do not check reply subjects.
 * Public keys come from the environment, `TSA_NKEY_<ROLE>`.
 */
export const renderPermissions = (): string => `# Generated from the roster by \`npm run permissions\`. Do not edit.
accounts {
${[platformAccount(), ...outsideRoles.map(ownAccount)].join("\n")}
}
`;
