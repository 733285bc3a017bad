import { writeFile } from "node:fs/promises";

/** Writes the settings of the operator's commands, for `set -a; . FILE` and for `node --env-file`; those without a value are left out. */
export async function writeOperatorEnvironment(file: string, settings: Record<string, string | undefined>): Promise<void> {
  const lines = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [] : [`${name}='${value}'\n`]));
  await writeFile(file, lines.join(""), { mode: 0o600 });
}
