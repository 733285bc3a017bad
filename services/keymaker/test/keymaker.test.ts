import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { roles } from "@token-sentiment/contract";
import { findNatsServer } from "@token-sentiment/local";
import { expect, test } from "vitest";

const main = new URL("../src/main.ts", import.meta.url).pathname;

test("every role gets a seed that only its owner reads, the broker takes the configuration, and a second run keeps all of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tsa-keys-"));
  try {
    const dir = join(folder, "keys");
    const make = () => {
      const env = { PATH: process.env["PATH"], KEYMAKER_DIR: dir, KEYMAKER_STORE_DIR: folder };
      execFileSync(process.execPath, [main], { env });
      return Object.fromEntries(readdirSync(dir).map((file) => [file, readFileSync(join(dir, file), "utf8")]));
    };
    const made = make();
    expect(new Set(Object.keys(made))).toEqual(
      new Set([...roles.map((role) => `${role}.nkey`), "pepper", "webhook-secret", "nkeys.env", "nats.conf"]),
    );
    for (const file of [...roles.map((role) => `${role}.nkey`), "pepper", "webhook-secret"])
      expect(statSync(join(dir, file)).mode & 0o077).toBe(0);
    execFileSync(await findNatsServer(), ["-t", "-c", join(dir, "nats.conf")], { stdio: "ignore" });
    expect(make()).toEqual(made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
