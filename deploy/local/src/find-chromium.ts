import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { runCommand } from "./run-command.ts";
import { reasonOf } from "./start-error.ts";

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

/** What runs is a browser: Ubuntu's package of that name is a script that says to install another one. */
async function answers(bin: string): Promise<FoundChromium> {
  return await runCommand(bin, ["--version"], { timeoutMs: 60_000 }).then(
    () => ({ bin }),
    (error: unknown) => ({ without: `${bin} does not run: ${reasonOf(error)}` }),
  );
}

/** A Chromium for tests: the one that `CHROMIUM_BIN` names, or the one on PATH. Never throws: what needs no browser goes on without one. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<FoundChromium> {
  const bin = env["CHROMIUM_BIN"] || (await onPath(env["PATH"] ?? ""));
  return bin ? await answers(bin) : { without: "no Chromium is on PATH: `npm run browser` installs Debian's, or name one in CHROMIUM_BIN" };
}
