import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";

/** The secret in `file`, which only its owner can read; on first use `prefix` and 32 random bytes. */
export async function keptSecret(file: string, prefix = ""): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  if (kept.trim() !== "") return kept.trim();
  const secret = `${prefix}${randomBytes(32).toString("base64url")}`;
  await writeFile(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
