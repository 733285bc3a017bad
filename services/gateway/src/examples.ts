import { readFile, stat } from "node:fs/promises";
import { Example } from "@token-sentiment/contract";
import type { Log } from "@token-sentiment/runtime";
import { z } from "zod";

/** The tokens to try: `file`, read again when it changes. None when it is not set, not there or not what it should be (logged once). */
export function createExamples(file: string | undefined, log: Log): () => Promise<Example[]> {
  let stamp = "";
  let examples: Example[] = [];
  return async () => {
    if (file === undefined) return [];
    const found = await stat(file).catch(() => undefined);
    const now = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : "absent";
    if (now === stamp) return examples;
    stamp = now;
    examples = [];
    try {
      examples = z.array(Example).parse(JSON.parse(await readFile(file, "utf8")));
    } catch (error) {
      log.warn({ err: error }, "the examples file cannot be read: no examples are shown");
    }
    return examples;
  };
}
