import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSecretFile } from "./secret-file.ts";

test("a secret is read without the white space around it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "secret-"));
  const path = join(folder.path, "seed");
  await writeFile(path, "SUAX\n");
  expect(await readSecretFile(path)).toBe("SUAX");
});

test("a file that is missing or empty is told by its path", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "secret-"));
  const path = join(folder.path, "seed");
  await expect(readSecretFile(path)).rejects.toThrow(`cannot read the secret file ${path}: ENOENT`);
  await writeFile(path, "\n");
  await expect(readSecretFile(path)).rejects.toThrow(`the secret file ${path} is empty`);
});
