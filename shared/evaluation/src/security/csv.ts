/** The rows of a comma separated text by the names of its first line; quotes may surround a cell and are doubled within it. */
export function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "")
    .map(cellsOf);
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name.trim(), (cells[index] ?? "").trim()])));
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain);
