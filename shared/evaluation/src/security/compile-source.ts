import { execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Abi, Hex } from "viem";
import { z } from "zod";
import { compilerFor } from "./compiler-version.ts";

/** One contract of a compiled source. */
export interface Compiled {
  name: string;
  abi: Abi;
  creation: Hex;
  runtime: Hex;
}

/** What became of a source: its contracts, or why there are none. */
export type Compilation = { contracts: Compiled[] } | { why: string };

const COMPILERS = fileURLToPath(new URL("../../../../.data/compilers/", import.meta.url));
const COMPILE_MS = 120_000;
const run = promisify(execFile);

const Output = z.object({
  errors: z.array(z.object({ severity: z.string(), message: z.string() })).optional(),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          abi: z.custom<Abi>((value) => Array.isArray(value)),
          evm: z.object({ bytecode: z.object({ object: z.string() }), deployedBytecode: z.object({ object: z.string() }) }),
        }),
      ),
    )
    .optional(),
});

/** Compiles a Solidity source with the version it asks for, fetched once from the npm registry into `.data/compilers`. */
export async function compileSource(source: string): Promise<Compilation> {
  const version = compilerFor(source);
  if (version === undefined) return { why: "no compiler fits all its pragmas" };
  const folder = await compiler(version);
  if (folder === undefined) return { why: `solc ${version} could not be fetched` };
  const child = spawn(process.execPath, [fileURLToPath(new URL("compile-child.ts", import.meta.url)), folder], {
    stdio: ["pipe", "pipe", "ignore"],
    signal: AbortSignal.timeout(COMPILE_MS),
  });
  child.on("error", () => undefined);
  child.stdin.end(source);
  try {
    const { errors = [], contracts = {} } = Output.parse(JSON.parse(await text(child.stdout)));
    const failure = errors.find(({ severity }) => severity === "error");
    if (failure) return { why: `it does not compile: ${failure.message.slice(0, 80)}` };
    const found = Object.values(contracts).flatMap((file) => Object.entries(file));
    return {
      contracts: found.flatMap(([name, { abi, evm }]) => {
        const [creation, runtime] = [evm.bytecode.object, evm.deployedBytecode.object];
        return creation === "" || creation.includes("_")
          ? []
          : [{ name, abi, creation: `0x${creation}` as const, runtime: `0x${runtime}` as const }];
      }),
    };
  } catch {
    return { why: `solc ${version} ended without an answer` };
  }
}

async function compiler(version: string): Promise<string | undefined> {
  const folder = join(COMPILERS, version);
  if (existsSync(join(folder, "node_modules/solc"))) return folder;
  mkdirSync(folder, { recursive: true });
  try {
    await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", "--no-save", `solc@${version}`]);
    return folder;
  } catch {
    return undefined;
  }
}
