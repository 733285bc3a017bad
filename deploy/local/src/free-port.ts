import { once } from "node:events";
import { createServer } from "node:net";

/** True when this process could listen on `port` of every address right now. */
export async function isFree(port: number): Promise<boolean> {
  return (await tryPort(port)) !== undefined;
}

/** A port of 127.0.0.1 on which nobody listens right now. */
export async function freePort(): Promise<number> {
  const port = await tryPort(0, "127.0.0.1");
  if (port === undefined) throw new Error("127.0.0.1 has no free port");
  return port;
}

async function tryPort(port: number, host?: string): Promise<number | undefined> {
  const server = createServer().listen({ port, host });
  const listening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!listening) return undefined;
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" ? address?.port : undefined;
}
