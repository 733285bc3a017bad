import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** A file's text, unpacked when its name ends in .gz. */
export const readText = (file: string): string => {
  const bytes = readFileSync(file);
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8").replace(/^\uFEFF/, "");
};

/** The objects of a file with one JSON value a line. */
export const readJsonLines = (file: string): unknown[] =>
  readText(file)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line): unknown => JSON.parse(line));

const FIELD = /"((?:[^"]|"")*)"(,|\r?\n|$)|([^,\r\n]*)(,|\r?\n|$)/gy;

/** The rows of a CSV file with a header line; quoted fields may hold commas, quotes and line breaks. */
export function readQuotedCsv(file: string): Record<string, string>[] {
  const text = readText(file);
  const rows: string[][] = [];
  let row: string[] = [];
  for (const match of text.matchAll(FIELD)) {
    if (match.index >= text.length) break;
    row.push(match[1]?.replaceAll('""', '"') ?? match[3] ?? "");
    if ((match[2] ?? match[4]) === ",") continue;
    rows.push(row);
    row = [];
  }
  const [header = [], ...body] = rows;
  return body.map((cells) => Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ""])));
}
