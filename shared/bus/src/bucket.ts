import { bucketStream, bucketSubject, type BucketName } from "@token-sentiment/contract";
import { type KV, Kvm } from "@nats-io/kv";
import { lastThroughLeader } from "./ask-broker.ts";
import { brokerError, isConflict, isNotFound } from "./broker-error.ts";
import type { Bus } from "./bus.ts";
import { lastMessages } from "./direct-batch.ts";
import { fromDirect, type Stored } from "./stored.ts";

/** One key as read. `revision` is for `update`, `at` is broker time in epoch ms. */
export interface Entry {
  key: string;
  value: unknown;
  revision: number;
  at: number;
}

/** Keys with JSON values. Every method throws like `writeFact`. */
export interface Bucket {
  get(key: string): Promise<Entry | undefined>;
  /** The entries under a prefix of whole tokens, e.g. `security`. */
  list(prefix: string): Promise<Entry[]>;
  put(key: string, value: unknown): Promise<void>;
  /** Writes a new key, living `ttlSeconds` when given. Undefined when it exists. */
  create(key: string, value: unknown, ttlSeconds?: number): Promise<number | undefined>;
  /** Replaces that revision. Undefined when another writer came first. */
  update(key: string, value: unknown, revision: number): Promise<number | undefined>;
  delete(key: string): Promise<void>;
}

/** Reads that decide a limit, or who may come in, go through the leader; the rest may come from any replica (a stale one only fails a compare-and-set). */
const LEADER: ReadonlySet<BucketName> = new Set(["jobs", "quota", "keys", "payments"]);

/** Opens a bucket that the provisioner made. The job rows have functions of their own: `readRow`, `writeRow`. */
export async function openBucket(bus: Bus, name: Exclude<BucketName, "jobs">): Promise<Bucket> {
  const kv: KV = await new Kvm(bus.js).open(name, { allow_direct: !LEADER.has(name) });
  const guarded = async <T>(doing: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      throw brokerError(error, bus.role, `${doing} in bucket ${name}`);
    }
  };
  const unlessConflict = async (write: Promise<number>) =>
    write.catch((error: unknown) => (isConflict(error) ? undefined : Promise.reject(error)));
  return {
    get: (key) => guarded("read", () => get(bus, name, key)),
    list: (prefix) => guarded("list", () => list(bus, name, prefix)),
    put: (key, value) => guarded("put", async () => void (await kv.put(key, JSON.stringify(value)))),
    create: (key, value, ttlSeconds) =>
      guarded("create", () =>
        unlessConflict(kv.create(key, JSON.stringify(value), ttlSeconds === undefined ? undefined : `${ttlSeconds}s`)),
      ),
    update: (key, value, revision) => guarded("update", () => unlessConflict(kv.update(key, JSON.stringify(value), revision))),
    delete: (key) => guarded("delete", () => kv.delete(key)),
  };
}

async function get(bus: Bus, name: BucketName, key: string): Promise<Entry | undefined> {
  const [stream, subject] = [bucketStream(name), bucketSubject(name, key)];
  try {
    if (LEADER.has(name)) {
      const stored = await lastThroughLeader(bus, stream, subject);
      return stored && entryOf(name, stored);
    }
    const message = await bus.jsm.direct.getMessage(stream, { last_by_subj: subject });
    return message ? entryOf(name, fromDirect(message)) : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** An entry that is there: not deleted, and written by nobody's reply subject. */
function entryOf(name: BucketName, { subject, value, seq, at, headers, forged }: Stored): Entry | undefined {
  if (forged || "KV-Operation" in headers) return undefined;
  return { key: subject.slice(bucketSubject(name, "").length), value, revision: seq, at };
}

async function list(bus: Bus, name: BucketName, prefix: string): Promise<Entry[]> {
  const start = bucketSubject(name, "");
  try {
    const found = await lastMessages(bus, bucketStream(name), prefix === "" ? `${start}>` : `${start}${prefix}.>`);
    return found.flatMap((one) => entryOf(name, one) ?? []);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}
