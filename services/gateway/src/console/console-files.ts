import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { stripTypes } from "./strip-types.ts";

/** A file of the console as it is sent. */
export interface ConsoleFile {
  type: string;
  body: Buffer;
  gzipped: Buffer;
  etag: string;
}

const JAVASCRIPT = "text/javascript; charset=utf-8";
const types: Record<string, string> = { css: "text/css; charset=utf-8", svg: "image/svg+xml" };

/** The page's bare imports, and the paths under `/console/` that they stand for. */
export const importMap: Record<string, string> = {
  preact: "lib/preact.js",
  "preact/hooks": "lib/hooks.js",
  htm: "lib/htm.js",
  "@token-sentiment/client": "client/index.ts",
};

const fileOf = (type: string, text: string): ConsoleFile => {
  const body = Buffer.from(text);
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  return { type, body, gzipped: gzipSync(body, { level: 9 }), etag };
};

/** Without the link to a source map, which is not served. */
const packaged = (specifier: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, "");

/** The sources of a directory, tests aside, by `<room>/<name>`. */
function filesOf(room: string, directory: URL): [string, ConsoleFile][] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry): [string, ConsoleFile][] => {
    const { name } = entry;
    const extension = name.split(".").at(-1) ?? "";
    if (!entry.isFile() || name.includes(".test.") || name.endsWith(".d.ts")) return [];
    const path = `${room}/${name}`;
    const text = readFileSync(new URL(name, directory), "utf8");
    if (extension === "ts") return [[path, fileOf(JAVASCRIPT, stripTypes(text))]];
    const type = types[extension];
    return type === undefined ? [] : [[path, fileOf(type, text)]];
  });
}

/** What only the command and the packing need. */
const NOT_FOR_PAGES = new Set(["client/main.ts", "client/write-package.ts"]);

/** Every file that the console's page loads, by its path under `/console/`: our own sources, the published client's, and two libraries. */
export function consoleFiles(): Map<string, ConsoleFile> {
  const client = new URL("./", import.meta.resolve("@token-sentiment/client"));
  const own = [...filesOf("web", new URL("../../web/", import.meta.url)), ...filesOf("client", client)];
  const libraries = Object.entries(importMap)
    .filter(([, path]) => path.startsWith("lib/"))
    .map(([specifier, path]): [string, ConsoleFile] => [path, fileOf(JAVASCRIPT, packaged(specifier))]);
  return new Map([...own, ...libraries].filter(([path]) => !NOT_FOR_PAGES.has(path)));
}
