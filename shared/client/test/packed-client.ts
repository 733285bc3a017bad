import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type * as source from "../src/index.ts";

const run = promisify(execFile);

/** The client as npm would install it, unpacked from its tarball. */
export interface PackedClient extends AsyncDisposable {
  module: typeof source;
  /** The files of the tarball. */
  files: string[];
  manifest: Record<string, unknown>;
  /** The command's main file. */
  command: string;
}

/** Packs the client as `npm publish` would, and unpacks it in a directory of its own. */
export async function packClient(): Promise<PackedClient> {
  const dir = await mkdtemp(join(tmpdir(), "tsa-client-"));
  const dist = join(dir, "dist");
  await run(process.execPath, [new URL("../src/write-package.ts", import.meta.url).pathname, dist]);
  const { stdout } = await run("npm", ["pack", dist, "--json", "--pack-destination", dir, "--offline"], { cwd: dir });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  await run("tar", ["-xzf", join(dir, packed.filename), "-C", dir]);
  const root = join(dir, "package");
  return {
    module: (await import(pathToFileURL(join(root, "index.js")).href)) as typeof source,
    files: packed.files.map(({ path }) => path),
    manifest: JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Record<string, unknown>,
    command: join(root, "main.js"),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
