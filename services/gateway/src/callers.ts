import { createHash } from "node:crypto";
import type { ApiKeys } from "@token-sentiment/bus";
import { type Caller, callerOf, type Credentials, sentKey } from "./caller.ts";

/** Tells who asks. */
export interface Callers {
  /** As `callerOf`: the key is looked up. Throws like it. */
  of(credentials: Credentials): Promise<Caller>;
  /** Whose key this was when it was last looked up here, within a minute and not revoked then: worth beginning with, never worth an answer. */
  lately(credentials: Credentials): Caller | undefined;
}

const REMEMBERED_MS = 60_000;
const REMEMBERED = 1000;

/** Remembers the callers of keys that were good, by a hash of the key: however it is sent, it is one. */
export function createCallers(pepper: string, keys: ApiKeys): Callers {
  const good = new Map<string, { caller: Caller; at: number }>();
  const hashOf = ({ authorization }: Credentials): string | undefined => {
    const key = authorization === undefined ? undefined : sentKey(authorization);
    return key === undefined ? undefined : createHash("sha256").update(key).digest("base64");
  };

  function remember(hash: string, caller: Caller): void {
    good.delete(hash);
    good.set(hash, { caller, at: performance.now() });
    const [oldest] = good.keys();
    if (good.size > REMEMBERED && oldest !== undefined) good.delete(oldest);
  }

  return {
    async of(credentials) {
      const hash = hashOf(credentials);
      if (hash === undefined) return await callerOf(credentials, pepper, keys);
      try {
        const caller = await callerOf(credentials, pepper, keys);
        remember(hash, caller);
        return caller;
      } catch (error) {
        good.delete(hash);
        throw error;
      }
    },
    lately(credentials) {
      const hash = hashOf(credentials);
      const found = hash === undefined ? undefined : good.get(hash);
      return found && performance.now() - found.at < REMEMBERED_MS ? found.caller : undefined;
    },
  };
}
