import { createHash } from "node:crypto";
import type { ApiKeys } from "@token-sentiment/bus";
import { type Caller, callerOf, type Credentials } from "./caller.ts";

/** Tells who asks. */
export interface Callers {
  /** As `callerOf`: the key is looked up. Throws like it. */
  of(credentials: Credentials): Promise<Caller>;
  /** Whose key this was when it was last looked up here, within a minute and not revoked then: worth beginning with, never worth an answer. */
  lately(credentials: Credentials): Caller | undefined;
}

const REMEMBERED_MS = 60_000;
const REMEMBERED = 1000;

/** Remembers the callers of keys that were good, by a hash of what they sent. */
export function createCallers(pepper: string, keys: ApiKeys): Callers {
  const good = new Map<string, { caller: Caller; at: number }>();
  const hashOf = (authorization: string): string => createHash("sha256").update(authorization).digest("base64");

  function remember(hash: string, caller: Caller): void {
    good.delete(hash);
    good.set(hash, { caller, at: performance.now() });
    const [oldest] = good.keys();
    if (good.size > REMEMBERED && oldest !== undefined) good.delete(oldest);
  }

  return {
    async of(credentials) {
      const { authorization } = credentials;
      if (authorization === undefined) return await callerOf(credentials, pepper, keys);
      const hash = hashOf(authorization);
      try {
        const caller = await callerOf(credentials, pepper, keys);
        remember(hash, caller);
        return caller;
      } catch (error) {
        good.delete(hash);
        throw error;
      }
    },
    lately({ authorization }) {
      const found = authorization === undefined ? undefined : good.get(hashOf(authorization));
      return found && performance.now() - found.at < REMEMBERED_MS ? found.caller : undefined;
    },
  };
}
