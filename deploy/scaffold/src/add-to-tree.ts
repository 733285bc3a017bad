import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { engineFiles } from "./engine-files.ts";

/** A name that fits a subject's token, a Kubernetes object, a package and a variable; not of a role that exists. */
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const LONGEST = 24;

/** Puts `line` before the first line of `file` that begins with `mark`. @throws Error when there is none. */
function insert(file: string, line: string, mark: string): void {
  const text = readFileSync(file, "utf8");
  const at = text.indexOf(`\n${mark}`);
  if (at < 0) throw new Error(`${file} has no line that begins with ${mark}`);
  writeFileSync(file, `${text.slice(0, at + 1)}${line}\n${text.slice(at + 1)}`);
}

/**
 * Writes a new engine's room into the tree at `root`, with its rows in the roster, the README and CODEOWNERS; what is generated from the
 * roster is not renewed here. @throws Error, one sentence, when the name does not fit or is taken; nothing is written then.
 */
export function addToTree(root: string, name: string): void {
  if (!NAME.test(name) || name.length > LONGEST)
    throw new Error(`an engine's name is 1 to ${LONGEST} lower-case letters, digits and single hyphens, and begins with a letter`);
  const room = `services/engine-${name}`;
  const roster = join(root, "shared/contract/src/roster.ts");
  if (existsSync(join(root, room)) || new RegExp(`^ {2}"?${name}"?: \\{`, "m").test(readFileSync(roster, "utf8")))
    throw new Error(`there is an engine ${name} already`);
  for (const [path, text] of Object.entries(engineFiles(name))) {
    const file = join(root, room, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const key = name.includes("-") ? JSON.stringify(name) : name;
  insert(roster, `  ${key}: { chains: ["1", "56", "8453"] },`, "} as const satisfies");
  insert(join(root, "README.md"), `| \`${room}\` | what it looks at: say it here |`, "| `services/resolver` |");
  insert(join(root, ".github/CODEOWNERS"), `/${room}/ @token-sentiment/engine-${name}`, "/services/resolver/");
}
