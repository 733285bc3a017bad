import { type StreamSocket, startWeb } from "@token-sentiment/sandbox";

/** A Jetstream host whose stream the test decides. */
export interface TestJetstream extends AsyncDisposable {
  url: string;
  /** The cursors that were asked for, in order. */
  cursors: number[];
  /** Adds events to the stream, in the order of time, and sends them to whoever listens. */
  push(...events: { time_us: number }[]): void;
  /** Sends what is no event of this stream. */
  say(text: string): void;
  /** Ends all connections without a word. */
  cut(): void;
}

/** Starts one. It replays from the cursor, but nothing before `oldest` (epoch microseconds). */
export async function startJetstream({ oldest = 0 } = {}): Promise<TestJetstream> {
  const written: { time_us: number }[] = [];
  const sockets = new Set<StreamSocket>();
  const cursors: number[] = [];
  const web = await startWeb([
    {
      name: "jetstream",
      answer: () => ({ status: 404 }),
      stream({ path, query }, socket) {
        if (path !== "/subscribe" || query.get("wantedCollections") !== "app.bsky.feed.post") return socket.cut();
        const cursor = Number(query.get("cursor"));
        cursors.push(cursor);
        sockets.add(socket);
        socket.closed.addEventListener("abort", () => sockets.delete(socket));
        for (const event of written) if (event.time_us >= Math.max(cursor, oldest)) socket.send(JSON.stringify(event));
      },
    },
  ]);
  const say = (text: string) => {
    for (const socket of sockets) socket.send(text);
  };
  return {
    url: web.urlOf("jetstream"),
    cursors,
    say,
    push(...events) {
      written.push(...events);
      for (const event of events) say(JSON.stringify(event));
    },
    cut: () => {
      for (const socket of sockets) socket.cut();
    },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

/** A post of Jetstream v1. */
export function posted(id: number, text: string, at: number) {
  const key = `3k${String(id).padStart(11, "0")}`;
  const record = { $type: "app.bsky.feed.post", createdAt: new Date(at).toISOString(), text };
  const commit = { rev: key, operation: "create", collection: "app.bsky.feed.post", rkey: key, record, cid: "bafy" };
  return { did: `did:plc:author${id % 7}`, time_us: at * 1000, kind: "commit", commit };
}
