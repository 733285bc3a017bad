import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isObject } from "./shapes.ts";

/**
 * Writes what npm gets into `dist`, or the directory that is named: JavaScript, types and a package.json without what is only ours.
 * `npm run client:package`, then `npm publish shared/client/dist`.
 */
const room = new URL("../", import.meta.url);
const target = process.argv[2] ?? fileURLToPath(new URL("dist", room));

await rm(target, { recursive: true, force: true });
const tsc = fileURLToPath(new URL("../../node_modules/.bin/tsc", room));
await promisify(execFile)(tsc, ["-p", fileURLToPath(new URL("tsconfig.package.json", room)), "--outDir", target]);

const own: unknown = JSON.parse(await readFile(new URL("package.json", room), "utf8"));
if (!isObject(own)) throw new Error("shared/client/package.json is no object");
const published = {
  name: own["name"],
  version: own["version"],
  type: own["type"],
  description: "Client and command of the token sentiment service.",
  license: "UNLICENSED",
  exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
  bin: { "token-sentiment": "./main.js" },
  engines: { node: ">=20" },
  sideEffects: ["./main.js"],
};
await writeFile(`${target}/package.json`, `${JSON.stringify(published, undefined, 2)}\n`);
await writeFile(`${target}/README.md`, await readFile(new URL("README.md", room)));
