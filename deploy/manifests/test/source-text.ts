import { globSync, readFileSync } from "node:fs";

/** The repository's root, with a slash at its end. */
export const root = new URL("../../../", import.meta.url).pathname;

/** All the code of some rooms, as text. */
export const codeOf = (...rooms: string[]): string =>
  rooms
    .flatMap((room) => globSync(`${room}/src/**/*.ts`, { cwd: root }))
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(root + file, "utf8"))
    .join("\n");
