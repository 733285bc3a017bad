import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { lock } from "./machine-lock.ts";
import { runCommand } from "./run-command.ts";
import { reasonOf } from "./start-error.ts";

const TOOLS = resolve(import.meta.dirname, "../../../.tools");
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** A browser's executable, or a sentence that says why there is none. */
type FoundChromium = { bin: string } | { without: string };

async function onPath(path: string): Promise<string | undefined> {
  for (const directory of path.split(delimiter).filter((one) => one !== "")) {
    for (const name of NAMES) {
      const bin = join(directory, name);
      const runs = await access(bin, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (runs) return bin;
    }
  }
  return undefined;
}

/** Installs Debian's package. @throws Error when apt cannot. */
async function install(): Promise<void> {
  const quick = ["-qq", "-o", "Acquire::Retries=2", "-o", "Acquire::http::Timeout=15", "-o", "Acquire::https::Timeout=15"];
  const aptGet = ["DEBIAN_FRONTEND=noninteractive", "apt-get", ...quick];
  await runCommand("env", [...aptGet, "update"], { timeoutMs: 90_000 });
  await runCommand("env", [...aptGet, "install", "-y", "--no-install-recommends", "chromium"], { timeoutMs: 240_000 });
}

/**
 * A Chromium for tests: the one that `CHROMIUM_BIN` names, the one on PATH, or Debian's, installed once where we are root. Never throws:
 * what needs no browser goes on without one.
 */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<FoundChromium> {
  if (env["CHROMIUM_BIN"]) return { bin: env["CHROMIUM_BIN"] };
  const path = env["PATH"] ?? "";
  const found = await onPath(path);
  if (found !== undefined) return { bin: found };
  if (process.getuid?.() !== 0) return { without: "no Chromium is on PATH: install one, or name one in CHROMIUM_BIN" };
  try {
    await using _one = await lock(TOOLS);
    if ((await onPath(path)) === undefined) await install();
  } catch (error) {
    return { without: `no Chromium is on PATH, and Debian's could not be installed: ${reasonOf(error)}` };
  }
  const installed = await onPath(path);
  return installed === undefined ? { without: "Chromium was installed, but not to a directory on PATH" } : { bin: installed };
}
