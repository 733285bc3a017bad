import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const text = (file: string) => readFileSync(root + file, "utf8");
const names = (source: string, pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map((match) => match[1]!))].toSorted();

test("every file that a document links to is there", () => {
  const broken = globSync("{*.md,docs/**/*.md}", { cwd: root }).flatMap((file) =>
    names(text(file), /\]\((?!https?:|#)([^)#]+)/g).filter(
      (link) => globSync(new URL(link, `file:///${file}`).pathname.slice(1), { cwd: root }).length === 0,
    ),
  );
  expect(broken).toEqual([]);
});

test("every source that the launcher names is read by somebody", () => {
  const named = names(text("deploy/local/src/upstreams.ts"), /"(ENGINE_[A-Z0-9_]+)"/g);
  const code = globSync("{services,shared}/*/src/**/*.ts", { cwd: root }).map(text).join("\n");
  expect(named.filter((variable) => !code.includes(variable))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});
