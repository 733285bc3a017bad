import { existsSync } from "node:fs";
import { join } from "node:path";

/** Finds datasets by name in a folder; undefined for one that is not there. */
export const datasetsIn =
  (folder: string) =>
  (name: string): string | undefined =>
    existsSync(join(folder, name)) ? join(folder, name) : undefined;
