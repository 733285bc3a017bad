import { execFile, fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

/** Solidity compilers of many versions. */
export interface Compilers {
  /** Versions that can be had, or are here when the registry cannot be asked. */
  versions: readonly string[];
  /** The output for a standard JSON input. Throws a sentence when the compiler cannot be fetched, ends, or takes over two minutes. */
  compile: (version: string, input: object) => Promise<unknown>;
}

const run = promisify(execFile);
const HOME = resolve(import.meta.dirname, "../../../../.tools/solc");
const COMPILE_MS = 120_000;
const REGISTRY_MS = 60_000;
const Versions = z.array(z.string());

/**
 * Compilers from npm, `solc@<version>`, fetched once into .tools; what was compiled is kept beside them. Without a registry those that were
 * fetched before are used, and the one that this repository depends on.
 */
export async function openCompilers(
  progress: (line: string) => void,
  { home = HOME, versionsPublished = publishedVersions }: { home?: string; versionsPublished?: typeof publishedVersions } = {},
): Promise<Compilers> {
  mkdirSync(join(home, "built"), { recursive: true });
  const require = createRequire(import.meta.url);
  const own = z.object({ version: z.string() }).parse(require("solc/package.json")).version;
  const fetching = new Map<string, Promise<string>>();
  const published = await versionsPublished(progress);
  // a few were published with another version's code, and again under this name
  const packageOf = (version: string): string => (published.includes(`${version}-fixed`) ? `${version}-fixed` : version);
  const here = readdirSync(home).flatMap((file) => /^soljson-(.+)\.cjs$/.exec(file)?.[1] ?? []);

  const fetchOnce = async (version: string): Promise<string> => {
    const file = join(home, `soljson-${version}.cjs`);
    if (version === own) return require.resolve("solc/soljson.js");
    if (existsSync(file)) return file;
    progress(`fetching solc ${version}`);
    const staging = join(home, `fetch-${version}`);
    mkdirSync(staging, { recursive: true });
    try {
      await run("npm", ["pack", `solc@${packageOf(version)}`, "--silent", "--pack-destination", staging], { timeout: REGISTRY_MS });
      await run("tar", ["-xzf", join(staging, `solc-${packageOf(version)}.tgz`), "-C", staging, "package/soljson.js"], {
        timeout: REGISTRY_MS,
      });
      renameSync(join(staging, "package", "soljson.js"), file);
      return file;
    } catch (error) {
      throw new Error(`solc ${version} could not be fetched from the npm registry`, { cause: error });
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  };
  const soljson = (version: string): Promise<string> => {
    const known = fetching.get(version) ?? fetchOnce(version);
    fetching.set(version, known);
    return known;
  };

  return {
    versions: [...new Set([...published, ...here, own])],
    compile: async (version, input) => {
      const text = JSON.stringify(input);
      const kept = join(home, "built", `${createHash("sha256").update(`${version}\n${text}`).digest("hex")}.json`);
      if (existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
      const output = await compileApart(await soljson(version), text);
      writeFileSync(`${kept}.new`, output);
      renameSync(`${kept}.new`, kept);
      return JSON.parse(output);
    },
  };
}

async function publishedVersions(progress: (line: string) => void): Promise<string[]> {
  try {
    const { stdout } = await run("npm", ["view", "solc", "versions", "--json", "--fetch-retries=0", "--fetch-timeout=15000"], {
      timeout: REGISTRY_MS,
    });
    return Versions.parse(JSON.parse(stdout));
  } catch {
    progress("the npm registry cannot be asked: only compilers that are here already are used, other contracts are set by their code");
    return [];
  }
}

async function compileApart(soljson: string, input: string): Promise<string> {
  const child = fork(new URL("compile-child.ts", import.meta.url), [soljson], { silent: true, execArgv: ["--no-warnings"] });
  try {
    const signal = AbortSignal.timeout(COMPILE_MS);
    const ended = once(child, "exit", { signal }).then(() => {
      throw new Error("the compiler ended without an answer");
    });
    ended.catch(() => undefined);
    await Promise.race([once(child, "message", { signal }), ended]);
    child.send(input);
    const [output] = await Promise.race([once(child, "message", { signal }), ended]);
    return z.string().parse(output);
  } finally {
    child.kill("SIGKILL");
  }
}
