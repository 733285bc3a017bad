/** Why a connection ended; a closed set, for a counter. */
export type Ending = "closed" | "failed" | "silent" | "crowded" | "stopped";

export interface Listening {
  /** One message; false = no more for now: the connection is given up. */
  onMessage: (data: unknown) => boolean;
  /** A stream in which nothing comes for so long is dead: it has a post every few milliseconds. */
  silentMs: number;
  signal: AbortSignal;
}

/** Reads one WebSocket to its end, and tells what ended it. Never rejects. */
export function listen(url: string, { onMessage, silentMs, signal }: Listening): Promise<Ending> {
  const { promise, resolve } = Promise.withResolvers<Ending>();
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  let timer = setTimeout(() => end("silent"), silentMs);
  let isOver = false;
  const onStop = () => end("stopped");
  function end(why: Ending): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", onStop);
    socket.close();
    resolve(why);
  }
  signal.addEventListener("abort", onStop);
  if (signal.aborted) onStop();
  socket.addEventListener("message", ({ data }) => {
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => end("silent"), silentMs);
    if (!onMessage(data)) end("crowded");
  });
  socket.addEventListener("error", () => end("failed"));
  socket.addEventListener("close", () => end("closed"));
  return promise;
}
