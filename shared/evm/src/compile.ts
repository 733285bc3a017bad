import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** What is kept of a compiled contract: constructor code and deployed code, both with 0x. */
export interface Artifact {
  contract: string;
  compiler: string;
  bytecode: string;
  deployedBytecode: string;
}

const Code = z.object({ object: z.string() });
const Output = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z.record(z.string(), z.record(z.string(), z.object({ evm: z.object({ bytecode: Code, deployedBytecode: Code }) }))),
});

/** A Solidity source that the compiler refuses. */
export class CompilationError extends Error {
  constructor(messages: string[]) {
    super(`the contracts do not compile:\n${messages.join("\n")}`);
    this.name = "CompilationError";
  }
}

/**
 * Compiles every `.sol` file of `directory`, one artifact per contract defined there. The same sources give the same bytes: no metadata is appended.
 * Needs `solc`, which is a development dependency.
 * @throws CompilationError
 */
export async function compileContracts(directory: URL): Promise<Artifact[]> {
  // 9 MB of compiler: loaded only by whoever compiles
  const { default: solc } = await import("solc");
  const root = fileURLToPath(directory);
  const names = readdirSync(root)
    .filter((name) => name.endsWith(".sol"))
    .toSorted();
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(names.map((name) => [name, { content: readFileSync(path.join(root, name), "utf8") }])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: "cancun",
      metadata: { appendCBOR: false, bytecodeHash: "none" },
      outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.deployedBytecode.object"] } },
    },
  };
  const require = createRequire(directory);
  const readImport = (name: string) => ({ contents: readFileSync(require.resolve(name), "utf8") });
  const output = Output.parse(JSON.parse(solc.compile(JSON.stringify(input), { import: readImport })));
  const failures = (output.errors ?? []).filter((error) => error.severity === "error");
  if (failures.length > 0) throw new CompilationError(failures.map((error) => error.formattedMessage));
  return names.flatMap((name) =>
    Object.entries(output.contracts[name] ?? {})
      .filter(([, { evm }]) => evm.bytecode.object !== "")
      .map(([contract, { evm }]) => ({
        contract,
        compiler: solc.version(),
        bytecode: `0x${evm.bytecode.object}`,
        deployedBytecode: `0x${evm.deployedBytecode.object}`,
      })),
  );
}

/** The bytes of an artifact's file. */
export const artifactText = (artifact: Artifact): string => `${JSON.stringify(artifact, undefined, 2)}\n`;

/** Compiles `contracts` and writes `<contract>.json` of each into `artifacts`. */
export async function writeArtifacts(contracts: URL, artifacts: URL): Promise<void> {
  for (const artifact of await compileContracts(contracts)) {
    writeFileSync(new URL(`${artifact.contract}.json`, artifacts), artifactText(artifact));
  }
}
