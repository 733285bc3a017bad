import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

/**
 * The rows of a CSV file by the names of its first line, gzipped when its name ends in .gz. Quotes may surround a cell and are doubled within
 * it; cells hold no line breaks. Empty lines are left out. One row in memory at a time.
 */
export async function* csvRows(file: string): AsyncGenerator<Record<string, string>> {
  const stream = createReadStream(file);
  const input = file.endsWith(".gz") ? stream.pipe(createGunzip()) : stream;
  let header: string[] | undefined;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const cells = line.includes('"') ? quotedCellsOf(line) : line.split(",");
    if (header) yield Object.fromEntries(header.map((name, index) => [name, (cells[index] ?? "").trim()]));
    else header = cells.map((name) => name.trim());
  }
}

const quotedCellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
