import { createHash } from "node:crypto";
import { notFound, type Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { talkOf } from "./talk-of.ts";

const BEAT_MS = 2000;
/** Within what is replayed; a collector takes five minutes of silence for a hole. */
const REPLAYED_BEAT_MS = 4 * 60_000;
const HOUR = 3_600_000;
/** What Bluesky's people talk about most of the time. */
const ORDINARY = [
  "good morning everyone",
  "my cat found the sunny spot again",
  "anyone watching the match tonight?",
  "new bread recipe worked",
];

const did = (author: number | string): string => `did:plc:${createHash("sha256").update(`account ${author}`).digest("hex").slice(0, 24)}`;
const keyOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 13);

/** One event of Jetstream v1: a new post. */
function posted({ author, key, text, at }: { author: string; key: string; text: string; at: number }): string {
  const record = { $type: "app.bsky.feed.post", createdAt: new Date(at).toISOString(), langs: ["en"], text };
  const commit = { rev: key, operation: "create", collection: "app.bsky.feed.post", rkey: key, record, cid: `bafyrei${key}` };
  return JSON.stringify({ did: did(author), time_us: at * 1000, kind: "commit", commit });
}

const identity = (at: number): string =>
  JSON.stringify({
    did: did("beat"),
    time_us: at * 1000,
    kind: "identity",
    identity: { did: did("beat"), handle: "beat.invalid", seq: at, time: new Date(at).toISOString() },
  });

/**
 * Bluesky's Jetstream v1, `/subscribe?cursor=`: replays what was written since the cursor (epoch microseconds, at most 36 h back), then stays open with
 * the odd identity event. What people write about the world's tokens is settled when it is first asked for; a post keeps its name from run to run.
 */
export function bluesky(world: readonly WorldToken[], now: () => number): Provider {
  let written: { at: number; event: string }[] | undefined;
  const write = () => {
    const talk = talkOf(world, now(), "bluesky").map(({ symbol, number, author, text, at }) => ({
      at,
      event: posted({ author: `${symbol} ${author.id}`, key: keyOf(`${symbol} ${number}`), text, at }),
    }));
    const hours = Array.from({ length: 24 }, (_, hour) => {
      const at = now() - (24 - hour) * HOUR;
      const text = ORDINARY[hour % ORDINARY.length] ?? "";
      return { at, event: posted({ author: `neighbour ${hour}`, key: keyOf(`hour ${Math.floor(at / HOUR)}`), text, at }) };
    });
    const beats = Array.from({ length: (36 * HOUR) / REPLAYED_BEAT_MS }, (_, index) => now() - index * REPLAYED_BEAT_MS).map((at) => ({
      at,
      event: identity(at),
    }));
    return [...talk, ...hours, ...beats].toSorted((a, b) => a.at - b.at);
  };
  return {
    name: "bluesky",
    answer: () => notFound,
    stream({ path, query }, socket) {
      if (path !== "/subscribe") return socket.cut();
      const cursor = Number(query.get("cursor") ?? now() * 1000);
      written ??= write();
      for (const { at, event } of written) if (at * 1000 >= cursor) socket.send(event);
      const settled = written.at(-1)?.at ?? 0;
      for (let at = Math.max(settled, cursor / 1000); at < now(); at += REPLAYED_BEAT_MS) socket.send(identity(at));
      socket.send(identity(now()));
      const beat = setInterval(() => socket.send(identity(now())), BEAT_MS);
      socket.closed.addEventListener("abort", () => clearInterval(beat));
    },
  };
}
