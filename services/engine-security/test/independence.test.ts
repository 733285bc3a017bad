import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { startSandbox } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";

test("no engine source knows a token of the sandbox by name or address", async () => {
  await using sandbox = await startSandbox();
  const root = path.join(import.meta.dirname, "../../..");
  const all = globSync(["services/engine-*/src/**/*.ts", "shared/{evm,engine,model}/src/**/*.ts", "shared/evm/contracts/*.sol"], {
    cwd: root,
  });
  const sources = all.filter((source) => !source.endsWith(".test.ts"));
  expect(sources.length).toBeGreaterThan(20);
  const names = Object.values(sandbox.tokens).flatMap(({ symbol, address, pair }) => [
    `\\b${symbol}\\b`,
    `\\b${symbol}Token\\b`,
    address,
    pair,
  ]);
  const known = new RegExp([...names, ...sandbox.accounts, "sandbox"].join("|"), "i");
  for (const source of sources) expect(readFileSync(path.join(root, source), "utf8"), source).not.toMatch(known);
});
