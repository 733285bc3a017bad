import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Held by one process of this machine; the kernel lets go of it when that process dies, however it dies. */
export type MachineLock = AsyncDisposable;

/** The socket whose owner holds the lock of `dir`: an abstract one on Linux, which leaves no file behind. */
function addressOf(dir: string): string {
  mkdirSync(dir, { recursive: true });
  const name = `token-sentiment-${createHash("sha256").update(realpathSync(dir)).digest("hex").slice(0, 32)}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function listen(address: string): Promise<Server | undefined> {
  const server = createServer();
  server.listen(address);
  return await once(server, "listening").then(
    () => server,
    () => undefined,
  );
}

/** Resolves when the holder is gone; `false` when there was none. */
function holderGone(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    let connected = false;
    connect(address)
      .on("connect", () => (connected = true))
      .on("error", () => undefined)
      .on("close", () => resolve(connected))
      .resume();
  });
}

/** Takes the lock of directory `dir`, which is made if absent; undefined when somebody else holds it. */
export async function tryLock(dir: string): Promise<MachineLock | undefined> {
  const address = addressOf(dir);
  const server = await listen(address);
  if (!server) return undefined;
  const waiting = new Set<{ destroy(): unknown }>();
  server.on("connection", (socket) => {
    waiting.add(socket);
    socket.on("error", () => undefined).on("close", () => waiting.delete(socket));
  });
  server.unref();
  return {
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of waiting) socket.destroy();
      await closed;
    },
  };
}

/** Takes the lock of `dir`, after whoever holds it now. */
export async function lock(dir: string): Promise<MachineLock> {
  const address = addressOf(dir);
  for (;;) {
    const taken = await tryLock(dir);
    if (taken) return taken;
    const heldBefore = await holderGone(address);
    if (!heldBefore && !address.startsWith("\0")) rmSync(address, { force: true });
  }
}
