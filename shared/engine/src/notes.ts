import { createHash } from "node:crypto";
import type { Bucket } from "@token-sentiment/bus";
import { cacheKey } from "@token-sentiment/contract";
import type { Log } from "@token-sentiment/runtime";

/** What an engine keeps of a token from one look to the next, shared by its replicas, for a day at most. */
export interface Notes {
  /** The note of that name, or undefined: there is none, or it could not be read. */
  read(name: string): Promise<unknown>;
  /** Keeps a note. One that cannot be kept is only logged. */
  write(name: string, value: unknown): Promise<void>;
}

/** Notes of one engine in bucket `cache`, under its own keys. */
export function createNotes(engine: string, bucket: Pick<Bucket, "get" | "put">, log: Log): Notes {
  const keyOf = (name: string): string => `${cacheKey(engine, createHash("sha256").update(name).digest("hex"))}.note`;
  return {
    async read(name) {
      try {
        return (await bucket.get(keyOf(name)))?.value;
      } catch (err) {
        log.warn({ err }, "a note could not be read");
        return undefined;
      }
    },
    async write(name, value) {
      try {
        await bucket.put(keyOf(name), value);
      } catch (err) {
        log.warn({ err }, "a note could not be kept");
      }
    },
  };
}
