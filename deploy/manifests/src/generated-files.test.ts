import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generatedFiles } from "./generated-files.ts";

const root = new URL("../../../", import.meta.url).pathname;

test("the files of deploy/kubernetes, docker-compose.yml and Prometheus' targets are what `npm run manifests` writes", () => {
  const files = generatedFiles();
  for (const [path, text] of Object.entries(files)) expect(readFileSync(root + path, "utf8"), path).toBe(text);
  const kept = globSync("deploy/kubernetes/**/*.yaml", { cwd: root });
  expect(kept.filter((path) => !(path in files))).toEqual([]);
  expect(kept.length).toBeGreaterThan(15);
});
