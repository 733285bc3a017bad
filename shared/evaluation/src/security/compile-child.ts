import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

/** Compiles what comes on stdin with the `solc` of the folder named first, and writes the compiler's JSON to stdout: one compiler, one process. */
const [folder = ""] = process.argv.slice(2);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every version of the compiler exports this
const solc = createRequire(`${folder}/`)("solc") as Record<"compile" | "compileStandardWrapper", ((input: string) => string) | undefined>;
/** Before 0.5 `compile` takes sources, and another function takes the standard input. */
const compile = solc.compileStandardWrapper ?? solc.compile;
const source = await text(process.stdin);
const output = compile?.(
  JSON.stringify({
    language: "Solidity",
    sources: { "token.sol": { content: source.replaceAll(/SPDX-License-Identifier:/g, "licence") } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
    },
  }),
);
process.stdout.write(output ?? "{}");
