import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RecordedCase } from "./recorded-case.ts";

/**
 * The cases of a folder: each `*.json` is one case or a list of them, in the order of the files' names.
 * @throws Error naming the file and what is wrong with it, or two cases of one name.
 */
export function readCases(folder: string): RecordedCase[] {
  const cases = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .flatMap((file) => casesOf(file, readFileSync(join(folder, file), "utf8")));
  const names = new Set<string>();
  for (const { name } of cases) {
    if (names.has(name)) throw new Error(`two cases are called ${name}`);
    names.add(name);
  }
  return cases;
}

function casesOf(file: string, text: string): RecordedCase[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON`, { cause: error });
  }
  const read = z.array(RecordedCase).safeParse(Array.isArray(value) ? value : [value]);
  if (!read.success) throw new Error(`${file} holds no recorded cases:\n${z.prettifyError(read.error)}`);
  return read.data;
}
