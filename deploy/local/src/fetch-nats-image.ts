import { access } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";

/** The broker's image, in docker-compose.yml and where nothing else brings a nats-server. */
export const NATS_IMAGE = "nats:2.15";
/** Where its variants keep the binary. */
const PLACES = ["/nats-server", "/usr/local/bin/nats-server"];

/**
 * Takes nats-server out of its image, by a container that is made and never runs, into `dir`, and returns its path.
 * @throws Error when there is no Docker engine, no image, or this machine is no Linux.
 */
export async function fetchNatsImage(dir: string): Promise<string> {
  if (process.platform !== "linux") throw new Error("an image's nats-server runs on Linux only");
  const { stdout } = await runCommand("docker", ["create", NATS_IMAGE], { timeoutMs: 120_000 });
  const container = stdout.trim();
  try {
    const bin = join(dir, "nats-server");
    for (const place of PLACES)
      await runCommand("docker", ["cp", `${container}:${place}`, bin], { timeoutMs: 60_000 }).catch(() => undefined);
    await access(bin);
    return bin;
  } finally {
    await runCommand("docker", ["rm", container], { timeoutMs: 30_000 });
  }
}
