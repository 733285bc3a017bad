import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";

/** The rows of a CSV file with a header line, gzipped when its name ends in .gz; fields hold no quotes, commas or line breaks. One row in memory at a time. */
export async function* csvRows(file: string): AsyncGenerator<Record<string, string>> {
  const stream = createReadStream(file);
  const input = file.endsWith(".gz") ? stream.pipe(createGunzip()) : stream;
  let header: string[] | undefined;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const cells = line.split(",");
    if (header) yield Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""]));
    else header = cells;
  }
}
