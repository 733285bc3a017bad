import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

/**
 * The rows of a CSV file by the names of its first line, gzipped when its name ends in .gz. Quotes may surround a cell and are doubled within
 * it; cells hold no line breaks. Empty lines are left out. One row in memory at a time.
 * @throws Error naming the file: it cannot be read, ends too early, or lacks one of `columns`.
 */
export async function* csvRows(file: string, columns: readonly string[] = []): AsyncGenerator<Record<string, string>> {
  let header: string[] | undefined;
  for await (const line of linesOf(file)) {
    if (line.trim() === "") continue;
    const cells = line.includes('"') ? quotedCellsOf(line) : line.split(",");
    if (header) yield Object.fromEntries(header.map((name, index) => [name, (cells[index] ?? "").trim()]));
    else {
      const names = cells.map((name) => name.trim());
      const absent = columns.filter((name) => !names.includes(name));
      if (absent.length > 0) throw new Error(`${basename(file)} has no column ${absent.join(", ")}`);
      header = names;
    }
  }
}

/** Lines are taken as they come; what ends the stream early ends them with an error. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const input = file.endsWith(".gz") ? source.pipe(createGunzip()) : source;
  let failure: unknown;
  const lines = createInterface({ input, crlfDelay: Infinity });
  const fail = (error: unknown): void => {
    failure ??= error;
    lines.close();
  };
  source.on("error", fail);
  input.on("error", fail);
  try {
    yield* lines;
  } catch (error) {
    fail(error);
  }
  if (failure !== undefined) throw new Error(`${basename(file)} could not be read to its end`, { cause: failure });
}

const quotedCellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
