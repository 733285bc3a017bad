/** `npm run manifests`: writes deploy/kubernetes, docker-compose.yml and what Prometheus scrapes there. A test holds the files to the code. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generatedFiles } from "./generated-files.ts";

const root = new URL("../../../", import.meta.url);
rmSync(new URL("deploy/kubernetes", root), { recursive: true, force: true });
for (const [path, text] of Object.entries(generatedFiles())) {
  const file = new URL(path, root);
  mkdirSync(dirname(file.pathname), { recursive: true });
  writeFileSync(file, text);
}
