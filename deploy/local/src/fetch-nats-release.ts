import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";
import { StartError } from "./start-error.ts";

/** The release that is fetched when no nats-server is found. */
export const PINNED_NATS_SERVER = "2.15.1";

const RELEASES = "https://github.com/nats-io/nats-server/releases/download";
const CONNECT_TIMEOUT_MS = 5000;
const DOWNLOAD_TIMEOUT_MS = 120_000;

const goArchitecture: Partial<Record<NodeJS.Architecture, string>> = { x64: "amd64", arm64: "arm64" };

async function download(url: string): Promise<Buffer> {
  const stop = new AbortController();
  const noAnswer = setTimeout(() => stop.abort(new Error(`no answer within ${CONNECT_TIMEOUT_MS} ms`)), CONNECT_TIMEOUT_MS);
  const tooLong = setTimeout(() => stop.abort(new Error(`no end within ${DOWNLOAD_TIMEOUT_MS} ms`)), DOWNLOAD_TIMEOUT_MS);
  try {
    const response = await fetch(url, { signal: stop.signal });
    clearTimeout(noAnswer);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } finally {
    clearTimeout(noAnswer);
    clearTimeout(tooLong);
  }
}

/**
 * Downloads the pinned release into `dir` and returns the path of its binary.
 * `baseUrl` replaces the release pages of GitHub (a mirror of the same layout).
 * @throws StartError when the archive is not what SHA256SUMS says; Error when it cannot be had.
 */
export async function fetchNatsRelease(dir: string, baseUrl = RELEASES): Promise<string> {
  const architecture = goArchitecture[process.arch];
  if (!architecture) throw new Error(`there is no release for ${process.arch}`);
  const name = `nats-server-v${PINNED_NATS_SERVER}-${process.platform}-${architecture}`;
  const release = `${baseUrl.replace(/\/+$/, "")}/v${PINNED_NATS_SERVER}`;

  const sums = (await download(`${release}/SHA256SUMS`)).toString("utf8");
  const expected = new RegExp(`^([0-9a-f]{64})\\s+\\*?${name.replaceAll(".", "\\.")}\\.tar\\.gz$`, "m").exec(sums)?.[1];
  if (!expected) throw new Error(`SHA256SUMS of v${PINNED_NATS_SERVER} does not list ${name}.tar.gz`);
  const archive = await download(`${release}/${name}.tar.gz`);
  const actual = createHash("sha256").update(archive).digest("hex");
  if (actual !== expected) {
    throw new StartError(
      `the nats-server download from ${release} is refused: its SHA-256 is ${actual}, SHA256SUMS says ${expected}; try again, or set NATS_SERVER_BIN to a nats-server you trust`,
    );
  }
  await writeFile(join(dir, "release.tar.gz"), archive);
  await runCommand("tar", ["-xzf", "release.tar.gz", "--strip-components=1", `${name}/nats-server`], { cwd: dir, timeoutMs: 60_000 });
  return join(dir, "nats-server");
}
