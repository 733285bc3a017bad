import { readdirSync, readFileSync } from "node:fs";
import { artifactText, compileContracts } from "@token-sentiment/evm/compile";
import { expect, test } from "vitest";

test("compiling the probes again gives the committed artifacts, byte for byte", async () => {
  const artifacts = new URL("../artifacts/", import.meta.url);
  const compiled = await compileContracts(new URL("../contracts/", import.meta.url));
  expect(compiled.map(({ contract }) => `${contract}.json`).toSorted()).toEqual(readdirSync(artifacts).toSorted());
  for (const artifact of compiled) {
    expect(readFileSync(new URL(`${artifact.contract}.json`, artifacts), "utf8")).toBe(artifactText(artifact));
  }
});
