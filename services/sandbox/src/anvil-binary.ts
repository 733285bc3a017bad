import { createRequire } from "node:module";
import path from "node:path";

const ARCHITECTURES: Record<string, string> = { x64: "amd64", arm64: "arm64" };

/** The EVM node's executable inside its npm package. No path of the machine, nothing downloaded. Throws a sentence where none is published. */
export function anvilBinary(): string {
  const require = createRequire(import.meta.url);
  const owner = createRequire(require.resolve("@foundry-rs/anvil/package.json"));
  const platform = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  try {
    return path.join(path.dirname(owner.resolve(`${platform}/package.json`)), "bin", "anvil");
  } catch (error) {
    throw new Error(`the EVM node is not installed for this machine: ${platform} is missing (npm install fetches it)`, { cause: error });
  }
}
