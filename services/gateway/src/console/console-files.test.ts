import { expect, test } from "vitest";
import { consoleFiles, importMap } from "./console-files.ts";
import { consolePage } from "./console-page.ts";

const files = consoleFiles();

test("everything that the console loads is under 150 kB packed", () => {
  const { html } = consolePage(files.keys());
  const bytes = [...files.values()].reduce((sum, { gzipped }) => sum + gzipped.length, Buffer.byteLength(html));
  expect([...files.keys()]).toContain("web/main.ts");
  expect(bytes).toBeLessThan(150_000);
});

test("every module that a file imports is served, under the name that the page gives it", () => {
  const missing = [...files].flatMap(([path, { body }]) =>
    [...body.toString().matchAll(/(?:^|[\s;}])(?:from|import)\s*"([^"]+)"/g)]
      .map(([, name]) => name!)
      .filter((name) => !files.has(name.startsWith("./") ? `${path.split("/")[0]}/${name.slice(2)}` : (importMap[name] ?? "nowhere")))
      .map((name) => `${path} imports ${name}`),
  );
  expect(missing).toEqual([]);
});

test("no file is of the tests, the command or the packing, and none asks another host", () => {
  expect([...files.keys()].filter((path) => /test|main\.ts|command|package/.test(path))).toEqual(["web/main.ts"]);
  for (const [path, { body }] of files) expect([path, /(?:fetch|import)\(["'`]https?:/.test(body.toString())]).toEqual([path, false]);
});
