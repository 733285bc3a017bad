import { type ChainId, familyOf } from "./chain.ts";
import type { PostTerm } from "./post-terms.ts";
import { type EngineName, engineNames, roster } from "./roster.ts";

/** Every name that exists on the broker. No other file spells a subject, a stream, a bucket, a durable or a header. */
export const streams = {
  analysis: "ANALYSIS",
  history: "HISTORY",
  usage: "USAGE",
  posts: "POSTS",
  talk: "TALK",
  poison: "POISON",
  webhooks: "WEBHOOKS",
} as const;

/** Key-value buckets; each is a stream `KV_<bucket>` over `$KV.<bucket>.>`. */
export const buckets = ["jobs", "quota", "cache", "presence", "budget", "keys", "payments"] as const;
export type BucketName = (typeof buckets)[number];
export const bucketStream = (bucket: BucketName): string => `KV_${bucket}`;
/** All keys of a bucket. */
export const bucketSubjects = (bucket: BucketName): string => `$KV.${bucket}.>`;
export const bucketSubject = (bucket: BucketName, key: string): string => `$KV.${bucket}.${key}`;

/** The scope of a request without a contract: the resolver's. */
export const SYMBOL = "symbol";

/** What names a contract, for the engines of its chain's family. */
const ofContract = (kind: "request" | "token" | "*", family: string, job: string) => `analysis.${kind}.contract.${family}.${job}`;

/**
 * `analysis.<kind>.<class>.<scope>.<job>`, always five tokens: one subject names one fact and is written once. The class stands before the
 * scope so that whoever consumes needs one filter: with several the broker walks all that it holds for each.
 */
export const subjects = {
  all: "analysis.*.*.*.*",
  ofContract,
  /** Of a chain, or without a contract. */
  request: (scope: ChainId | typeof SYMBOL, job: string) =>
    scope === SYMBOL ? `analysis.request.${SYMBOL}.any.${job}` : ofContract("request", familyOf[scope], job),
  token: (chain: ChainId, job: string) => ofContract("token", familyOf[chain], job),
  evidence: (engine: string, job: string) => `analysis.evidence.engine.${engine}.${job}`,
  /** Of one job, whatever the scope. */
  requestOf: (job: string) => `analysis.request.*.*.${job}`,
  journalOf: (job: string) => `analysis.*.*.*.${job}`,
  requests: "analysis.request.*.*.*",
  tokens: "analysis.token.*.*.*",
} as const;

/** The past verdicts of a token; `token` is a hash of its address. */
export const historySubjects = { all: "history.*.*", of: (chain: string, token: string) => `history.${chain}.${token}` } as const;

/** The ended calls of an API key, by UTC day and outcome; counted by the broker, never by us. */
export const usageSubjects = {
  all: "usage.*.*.*",
  of: (key: string, day: string, outcome: string) => `usage.${key}.${day}.${outcome}`,
  ofKey: (key: string) => `usage.${key}.*.*`,
} as const;

/** What the broker says when it gives a delivery up: its worker said that it can never be worked, or it came too often. `<reason>.<stream>.<durable>`. */
export const poisonSubjects = {
  all: "$JS.EVENT.ADVISORY.CONSUMER.*.*.*",
  each: ["$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.*.*", "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.*.*"],
} as const;

/** What collectors found, a post once under each thing that it names: `posts.<source>.<symbol|contract>.<term>`. */
export const postSubjects = {
  all: "posts.*.*.*",
  of: (source: string, { kind, term }: PostTerm) => `posts.${source}.${kind}.${term}`,
} as const;

/** What collectors counted, by the hour; and how far they have read. */
export const talkSubjects = {
  all: "talk.*.*.*",
  of: (source: string, { kind, term }: PostTerm) => `talk.${source}.${kind}.${term}`,
  /** One message for each hour that was read from end to end, with the counts of all its posts. */
  hours: (source: string) => `talk.${source}.all.hours`,
  progress: (source: string) => `talk.${source}.all.progress`,
  progresses: "talk.*.all.progress",
} as const;

/** The ends of jobs that somebody wants to be told of, by job; and what came of telling them. Each prefix has one writer: gateway, operator, notifier. */
export const webhookSubjects = {
  /** What is to be told: three tokens, so that one filter takes both kinds and nothing of the log. */
  orders: "webhook.*.*",
  due: (job: string) => `webhook.due.${job}`,
  /** An operator wants it told again. */
  again: (job: string) => `webhook.again.${job}`,
  log: (job: string) => `webhook.log.attempt.${job}`,
  /** What a release before decision 0027 wrote into its log, which looks like an order. */
  isOldLog: (subject: string) => subject.startsWith("webhook.log."),
} as const;

/** The parts of a fact's subject; the scope is an engine, a family of chains, or `symbol`. */
export function subjectParts(subject: string): { kind: string; scope: string; job: string } {
  const [, kind = "", of = "", scope = "", job = ""] = subject.split(".");
  return { kind, scope: of === SYMBOL ? SYMBOL : scope, job };
}

/**
 * What an engine consumes, of its chains' families: requests that name a contract, and the resolver's tokens for those that do not. So all
 * engines judge one contract. One filter for an engine of one family or of all; one that covered several of more would have one for each.
 */
export function engineFilters(engine: EngineName): string[] {
  const families = new Set(roster[engine].chains.map((chain) => familyOf[chain]));
  const all = new Set(Object.values(familyOf));
  return (families.size === all.size ? ["*"] : [...families]).map((family) => ofContract("*", family, "*"));
}

/** What the resolver consumes: the requests without a contract. */
export const resolverFilter: string = `analysis.request.${SYMBOL}.*.*`;

/** Core subjects on which the broker rings after it stored something: a row's headers, evidence whole. The doorbell of whoever waits. */
export const doorbells = {
  jobs: "stored.jobs.*",
  job: (job: string) => `stored.jobs.${job}`,
  evidence: "stored.evidence.*.*.*",
  /** Where a fact that is stored at `subject` rings. */
  ofFact: (subject: string) => subject.replace(/^analysis\./, "stored."),
  /** The job that a ring is about. */
  jobOf: (subject: string) => subject.slice(subject.lastIndexOf(".") + 1),
} as const;

/** What the broker says when a stream has got a new leader: what the old one stored last may not have rung. */
export const leaderElected = (stream: string): string => `$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED.${stream}`;

/** What a stream republishes, and whereto. */
export const republish = {
  jobs: { src: "$KV.jobs.>", dest: "stored.jobs.>" },
  evidence: { src: "analysis.evidence.>", dest: "stored.evidence.>" },
} as const;

/** Durable consumers, named for the role that works them. */
export const durables = {
  requests: "aggregator-requests",
  /** On the stream of the `jobs` bucket: what follows from a job's end. */
  finals: "gateway-finals",
  engine: (engine: string) => `engine-${engine}`,
  resolver: "resolver",
  notifier: "notifier",
} as const;

/** Keys of the `presence`, `budget` and `cache` buckets, under a prefix that only their worker may write. */
export const presenceKey = (worker: string, instance: string): string => `${worker}.${instance}`;
export const budgetKey = (worker: string, upstream: string): string => `${worker}.${upstream}`;
/** Keys of the `quota` bucket: a caller's id as it may stand in a subject. */
export const quotaKey = (caller: string): string => caller.replaceAll(/[^A-Za-z0-9_-]/g, "-");
/** Keys of the `payments` bucket: an authorization, which its asset takes once; a job id that a payment reserved; how far all payments are known to be closed. */
export const paymentKey = ({ network, asset, payer, nonce }: { network: string; asset: string; payer: string; nonce: string }): string =>
  `${network.replace(":", "-")}.${asset}.${payer}.${nonce}`.toLowerCase();
export const paymentKeys = "*.*.*.*";
export const paymentClaimKey = (job: string): string => `claim.${job}`;
export const paymentMark = "mark";
export const cacheKey = (worker: string, hash: string): string => `${worker}.${hash}`;

/** Whoever connects to the broker. Platform roles share one account; each worker has its own, and so have the collector, which reads what strangers write, and the notifier, which calls strangers. */
export const platformRoles = ["provisioner", "gateway", "aggregator", "operator"] as const;
export type PlatformRole = (typeof platformRoles)[number];
export type EngineRole = `engine-${EngineName}`;
/** Those who ask the world outside: the engines, and the resolver. */
export type WorkerRole = EngineRole | typeof RESOLVER;
export type Role = PlatformRole | WorkerRole | typeof COLLECTOR | typeof NOTIFIER;
export const RESOLVER = "resolver";
export const COLLECTOR = "collector";
export const NOTIFIER = "notifier";
export const engineRole = (engine: EngineName): EngineRole => `engine-${engine}`;
export const workerRoles: readonly WorkerRole[] = [RESOLVER, ...engineNames.map(engineRole)];
export const roles: readonly Role[] = [...platformRoles, ...workerRoles, COLLECTOR, NOTIFIER];

/** What a worker is called in keys, or undefined for a platform role: `security`, `resolver`. */
export const workerOf = (role: Role): EngineName | typeof RESOLVER | undefined =>
  role === RESOLVER ? RESOLVER : engineNames.find((engine) => engineRole(engine) === role);

/** The API prefix under which a worker's account imports the platform's JetStream. */
export const WORKER_API_PREFIX = "tsa";

/** Message headers of ours, beside `traceparent`. */
export const headerNames = {
  /** CloudEvents 1.0, binary mode: `tsa.<kind>.v<version>`. */
  type: "ce-type",
  specversion: "ce-specversion",
  id: "ce-id",
  source: "ce-source",
  /** On a row: the broker time of its request, epoch ms. */
  requestTime: "Tsa-Request-Time",
  /** On a row: the version of the model that folded it. */
  model: "Tsa-Model",
  /** On a row: the stream sequences of the evidence it used, comma-separated. */
  evidence: "Tsa-Evidence",
  /** On a row: who asked, as in its request. */
  caller: "Tsa-Caller",
  /** On a row: the sealed webhook of its request, if any. */
  webhook: "Tsa-Webhook",
  /** On a row: the chain and the address of the contract that was judged, if any. */
  token: "Tsa-Token",
} as const;
