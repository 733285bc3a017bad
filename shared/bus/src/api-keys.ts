import { createHash } from "node:crypto";
import { ApiKey, bucketStream, bucketSubjects } from "@token-sentiment/contract";
import { brokerError } from "./broker-error.ts";
import { openBucket } from "./bucket.ts";
import type { Bus } from "./bus.ts";
import { messagesOf } from "./direct-batch.ts";
import type { Stored } from "./stored.ts";

/** The API keys. The role `operator` alone may write them. Every method throws like `Bucket`. */
export interface ApiKeys {
  /** The key that a secret opens, revoked or not. Read through the leader: what was issued or revoked holds from the next look on. */
  find(secret: string): Promise<ApiKey | undefined>;
  /** Makes `secret` a key; only its hash is stored. False when it is one already, which then stays as it is. */
  add(secret: string, key: ApiKey): Promise<boolean>;
  /** Every key, oldest first. */
  list(): Promise<ApiKey[]>;
  /**
   * Revokes whatever has this id at `at`, epoch ms, and answers the key as it is then: one revoked before keeps its time. Undefined when
   * there is none of that id.
   */
  revoke(id: string, at: number): Promise<ApiKey | undefined>;
}

const PAGE = 500;

const hashOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Opens the keys. */
export async function openApiKeys(bus: Bus): Promise<ApiKeys> {
  const bucket = await openBucket(bus, "keys");

  /** All keys by their hash. A page may end early: only an empty one is the end. */
  async function stored(): Promise<{ hash: string; key: ApiKey }[]> {
    const all: { hash: string; key: ApiKey }[] = [];
    for (let seq = 1; ;) {
      const wanted = { subject: bucketSubjects("keys"), batch: PAGE, seq };
      const page: Stored[] = await messagesOf(bus, bucketStream("keys"), wanted).catch((error: unknown) => {
        throw brokerError(error, bus.role, "list the keys");
      });
      for (const { subject, value, forged } of page) {
        const key = forged ? undefined : ApiKey.safeParse(value).data;
        if (key) all.push({ hash: subject.slice(subject.lastIndexOf(".") + 1), key });
      }
      const last = page.at(-1);
      if (!last) return all;
      seq = last.seq + 1;
    }
  }

  async function revokeOne(hash: string, at: number): Promise<ApiKey | undefined> {
    for (;;) {
      const entry = await bucket.get(hash);
      const key = ApiKey.safeParse(entry?.value).data;
      if (!entry || !key || key.revoked_at !== undefined) return key;
      const revoked = { ...key, revoked_at: at };
      if ((await bucket.update(hash, revoked, entry.revision)) !== undefined) return revoked;
    }
  }

  return {
    find: async (secret) => ApiKey.safeParse((await bucket.get(hashOf(secret)))?.value).data,
    add: async (secret, key) => (await bucket.create(hashOf(secret), key)) !== undefined,
    list: async () => (await stored()).map(({ key }) => key).toSorted((a, b) => a.created_at - b.created_at),
    async revoke(id, at) {
      const mine = (await stored()).filter(({ key }) => key.id === id);
      const revoked = await Promise.all(mine.map(({ hash }) => revokeOne(hash, at)));
      return revoked.flatMap((key) => key ?? []).toSorted((a, b) => (b.revoked_at ?? 0) - (a.revoked_at ?? 0))[0];
    },
  };
}
