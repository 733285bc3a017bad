import { readFileSync } from "node:fs";
import { join } from "node:path";
import { engineNames } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { addToTree } from "../src/add-to-tree.ts";

const root = new URL("../../../", import.meta.url).pathname;

test("a name that does not fit, or is taken, is refused in a sentence", () => {
  for (const name of ["", "Big", "a--b", "1st", "x".repeat(25)]) expect(() => addToTree(root, name)).toThrow(/an engine's name is/);
  expect(() => addToTree(root, "market")).toThrow("there is an engine market already");
});

test("every engine has an owner", () => {
  const owners = readFileSync(join(root, ".github/CODEOWNERS"), "utf8");
  for (const engine of engineNames) expect(owners).toMatch(new RegExp(`^/services/engine-${engine}/ +@token-sentiment/\\S+$`, "m"));
});
