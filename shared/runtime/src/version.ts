import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/** The version of the running service: `SERVICE_VERSION`, else that of the package.json nearest above its main file. */
export function serviceVersion(main: string = process.argv[1] ?? ""): string {
  const set = process.env["SERVICE_VERSION"];
  if (set) return set;
  for (let folder = dirname(main); ; folder = dirname(folder)) {
    const version = versionIn(join(folder, "package.json"));
    if (version !== undefined) return version;
    if (folder === dirname(folder)) return "0.0.0";
  }
}

function versionIn(path: string): string | undefined {
  try {
    return Package.safeParse(JSON.parse(readFileSync(path, "utf8"))).data?.version;
  } catch {
    return undefined;
  }
}
