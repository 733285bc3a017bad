import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { fetchNatsDebian } from "./fetch-nats-debian.ts";
import { fetchNatsRelease } from "./fetch-nats-release.ts";
import { fetchNatsImage } from "./fetch-nats-image.ts";
import { lock } from "./machine-lock.ts";
import { compareVersions, MINIMUM_NATS_SERVER, natsServerVersion } from "./nats-server-version.ts";
import { reasonOf, StartError } from "./start-error.ts";

const TOOLS = resolve(import.meta.dirname, "../../../.tools");
const SYSTEM_DIRS = ["/usr/local/sbin", "/usr/sbin"];
const newEnough = (version: string): boolean => compareVersions(version, MINIMUM_NATS_SERVER) >= 0;

/** Where to look; for tests. */
interface Places {
  env?: NodeJS.ProcessEnv;
  toolsDir?: string;
  /** Searched after PATH: Debian installs it to /usr/sbin, which is not on everybody's PATH. */
  systemDirs?: string[];
}

async function named(bin: string): Promise<string> {
  const version = await natsServerVersion(bin).catch((error: unknown) => {
    throw new StartError(`NATS_SERVER_BIN names ${bin}, which cannot be run: ${reasonOf(error)}`, { cause: error });
  });
  if (newEnough(version)) return bin;
  throw new StartError(
    `${bin} is nats-server ${version}, but ${MINIMUM_NATS_SERVER} or later is needed: point NATS_SERVER_BIN to a newer one, or unset it to have one fetched`,
  );
}

/** The newest of `bins` that will do, and what was wrong with the last one that will not. */
async function bestOf(bins: string[]): Promise<{ bin?: string; tooOld?: string }> {
  const found: { bin: string; version: string }[] = [];
  for (const bin of bins) {
    const runs = await access(bin, constants.X_OK).then(
      () => true,
      () => false,
    );
    const version = runs ? await natsServerVersion(bin).catch(() => undefined) : undefined;
    if (version !== undefined) found.push({ bin, version });
  }
  const [best] = found.toSorted((a, b) => compareVersions(b.version, a.version));
  if (best && newEnough(best.version)) return { bin: best.bin };
  return best ? { tooOld: `${best.bin} is ${best.version}` } : {};
}

async function inTools(toolsDir: string): Promise<string | undefined> {
  const names = await readdir(toolsDir).catch(() => []);
  const bins = names.filter((name) => name.startsWith("nats-server-")).map((name) => join(toolsDir, name, "nats-server"));
  return (await bestOf(bins)).bin;
}

async function fetchInto(toolsDir: string, baseUrl: string | undefined): Promise<string> {
  const staging = await mkdtemp(join(toolsDir, "fetch-"));
  try {
    const fetched = await fetchNatsRelease(staging, baseUrl).catch(async (fromRelease: unknown) => {
      // A mirror that somebody named is the only source.
      if (fromRelease instanceof StartError || baseUrl !== undefined) throw fromRelease;
      return await fetchNatsDebian(staging).catch((fromDebian: unknown) =>
        fetchNatsImage(staging).catch((fromImage: unknown) => {
          const reasons = [fromRelease, fromDebian, fromImage].map(reasonOf);
          throw new Error(`from its release page: ${reasons[0]}; from Debian: ${reasons[1]}; from its image: ${reasons[2]}`, {
            cause: fromImage,
          });
        }),
      );
    });
    const version = await natsServerVersion(fetched);
    if (!newEnough(version)) throw new Error(`the one fetched is ${version}`);
    const home = join(toolsDir, `nats-server-${version}`);
    await rm(home, { recursive: true, force: true });
    await mkdir(home);
    await rename(fetched, join(home, "nats-server"));
    return join(home, "nats-server");
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * The path of a nats-server that is new enough: `NATS_SERVER_BIN`, on PATH, in .tools, or fetched to there once: from its release page, from Debian, or out of its
 * image where there is a Docker engine.
 * @throws StartError, one sentence, when there is none to be had or the one named is too old.
 */
export async function findNatsServer({ env = process.env, toolsDir = TOOLS, systemDirs = SYSTEM_DIRS }: Places = {}): Promise<string> {
  if (env["NATS_SERVER_BIN"]) return await named(env["NATS_SERVER_BIN"]);
  const path = [...(env["PATH"] ?? "").split(delimiter), ...systemDirs].filter((dir) => dir !== "");
  const onPath = await bestOf(path.map((dir) => join(dir, "nats-server")));
  if (onPath.bin) return onPath.bin;
  await using _one = await lock(toolsDir);
  const kept = await inTools(toolsDir);
  if (kept) return kept;
  return await fetchInto(toolsDir, env["NATS_SERVER_DOWNLOAD_URL"]).catch((error: unknown) => {
    if (error instanceof StartError) throw error;
    const tooOld = onPath.tooOld ? ` (${onPath.tooOld})` : "";
    throw new StartError(
      `nats-server ${MINIMUM_NATS_SERVER} or later is needed, was not found${tooOld} and could not be fetched; install one or set NATS_SERVER_BIN (${reasonOf(error)})`,
      { cause: error },
    );
  });
}
