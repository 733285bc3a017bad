import { stripTypeScriptTypes } from "node:module";

/**
 * TypeScript as the JavaScript that a browser runs: the types become blanks, as they do when Node runs a file of ours. Node still
 * calls the function experimental, on stderr, where it would be a line that is no log.
 */
export function stripTypes(source: string): string {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}
