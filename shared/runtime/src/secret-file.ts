import { readFile } from "node:fs/promises";

/**
 * The content of a secret's file without surrounding white space.
 * @throws Error with the path and the reason, never the content, when it cannot be read or is empty.
 */
export async function readSecretFile(path: string): Promise<string> {
  const content = await readFile(path, "utf8").catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    throw new Error(`cannot read the secret file ${path}: ${code}`, { cause });
  });
  const secret = content.trim();
  if (secret === "") throw new Error(`the secret file ${path} is empty`);
  return secret;
}
