import { once } from "node:events";

/** Makes the process that listens for an inspector on `port` collect its garbage, so that what it has left is in use. */
export async function collectGarbage(port: number): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an inspector answers
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? "");
  await once(socket, "open");
  for (let id = 1; id <= 2; id++) {
    socket.send(JSON.stringify({ id, method: "HeapProfiler.collectGarbage" }));
    await once(socket, "message");
  }
  socket.close();
  await once(socket, "close");
}
