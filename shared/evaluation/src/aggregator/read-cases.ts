import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RecordedCase } from "./recorded-case.ts";

/** Everything but what followed: not a case yet. */
const isOpen = (value: unknown): boolean => typeof value === "object" && value !== null && !("outcome" in value);

/**
 * The cases of a folder: each `*.json` is one case or a list of them, in the order of the files' names. Those without an outcome are open:
 * they are counted and left out.
 * @throws Error naming the file and what is wrong with it, or two cases of one name.
 */
export function readCases(folder: string): { cases: RecordedCase[]; open: number } {
  const values = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => ({ file, all: [parsed(file, readFileSync(join(folder, file), "utf8"))].flat() }));
  const cases = values.flatMap(({ file, all }) =>
    casesOf(
      file,
      all.filter((value) => !isOpen(value)),
    ),
  );
  const names = new Set<string>();
  for (const { name } of cases) {
    if (names.has(name)) throw new Error(`two cases are called ${name}`);
    names.add(name);
  }
  return { cases, open: values.reduce((sum, { all }) => sum + all.filter(isOpen).length, 0) };
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is no JSON`, { cause: error });
  }
}

function casesOf(file: string, values: readonly unknown[]): RecordedCase[] {
  const read = z.array(RecordedCase).safeParse(values);
  if (!read.success) throw new Error(`${file} holds no recorded cases:\n${z.prettifyError(read.error)}`);
  return read.data;
}
