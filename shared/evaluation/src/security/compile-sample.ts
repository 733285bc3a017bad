import { type Abi, type Hex, isHex, toFunctionSelector } from "viem";
import { z } from "zod";
import { chooseVersions } from "./compiler-version.ts";
import { flatten } from "./flatten.ts";
import type { Compilers } from "./open-compilers.ts";
import type { Sample } from "./sample.ts";

/** A sample's source, compiled. */
export interface Build {
  compiler: string;
  contract: string;
  abi: Abi;
  creation: Hex;
  runtime: Hex;
}

/** A compiler's own ABI, which viem has no schema for. */
const Interface = z.custom<Abi>((value) => z.array(Item).safeParse(value).success);
const Item = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  inputs: z.array(z.looseObject({ type: z.string() })).optional(),
});
const Code = z.looseObject({ object: z.string() });
const Contract = z.looseObject({ abi: Interface, evm: z.looseObject({ bytecode: Code, deployedBytecode: Code.optional() }) });
const Output = z.looseObject({
  errors: z.array(z.looseObject({ severity: z.string().optional(), message: z.string().optional() })).optional(),
  contracts: z.record(z.string(), z.record(z.string(), Contract)).optional(),
});

const settings = (optimized: boolean) => ({
  optimizer: { enabled: optimized, runs: 200 },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
});

/** Compiles a sample with the version its code or its pragmas ask for, or tells in a clause why that cannot be. */
export async function compileSample(compilers: Compilers, sample: Sample): Promise<Build | string> {
  const { source, runtime } = sample;
  if (source === undefined) return "the dataset has no source of it";
  const versions = chooseVersions(compilers.versions, { source, runtime });
  const tries = versions.flatMap((version) => waysOf(source).map((way) => ({ version, ...way })));
  let why = "no compiler at hand is of the version it asks for";
  for (const { version, text, optimized } of tries) {
    try {
      const input = { language: "Solidity", sources: { "sample.sol": { content: text } }, settings: settings(optimized) };
      const output = Output.parse(await compilers.compile(version, input));
      const main = mainOf(buildsIn(output, version), { runtime, source: text });
      if (main) return main;
      const error = output.errors?.find(({ severity }) => severity === "error")?.message ?? "it defines no contract that can be deployed";
      why = `solc ${version} refuses its source: ${error.split("\n")[0]?.slice(0, 120) ?? ""}`;
    } catch (error) {
      why = error instanceof Error ? error.message : "the compiler failed";
    }
  }
  return why;
}

/** As it is, then as one file in order, then without an optimizer, which some sources are too deep for. */
const waysOf = (source: string) => [
  { text: source, optimized: true },
  { text: flatten(source), optimized: true },
  { text: flatten(source), optimized: false },
];

function buildsIn(output: z.infer<typeof Output>, compiler: string): Build[] {
  return Object.values(output.contracts ?? {}).flatMap((file) =>
    Object.entries(file).flatMap(([contract, { abi, evm }]): Build[] => {
      const [creation, runtime] = [`0x${evm.bytecode.object}`, `0x${evm.deployedBytecode?.object ?? ""}`];
      return creation !== "0x" && isHex(creation) ? [{ compiler, contract, abi, creation, runtime: isHex(runtime) ? runtime : "0x" }] : [];
    }),
  );
}

/** Selectors of an ABI's functions. */
export const selectorsOf = (abi: Abi): Hex[] => abi.flatMap((item) => (item.type === "function" ? [toFunctionSelector(item)] : []));

const TOKEN = ["0x18160ddd", "0x70a08231", "0xa9059cbb"] as const;
/** It has totalSupply(), balanceOf(address) and transfer(address,uint256). */
export const isToken = (selectors: readonly Hex[]): boolean => TOKEN.every((selector) => selectors.includes(selector));

/**
 * The contract that was deployed: the token that fits its code best, else whatever does, else the token with the most functions. Of a token
 * and the bases that already have all its functions the last in the source, where bases come first: it constructs what they leave open.
 */
export function mainOf(builds: readonly Build[], { runtime, source }: { runtime: Hex | undefined; source: string }): Build | undefined {
  const code = runtime?.toLowerCase() ?? "";
  const placeOf = (name: string): number => source.search(new RegExp(`^[ \\t]*contract\\s+${name.replaceAll("$", "\\$")}\\b`, "m"));
  const rated = builds.map((build) => {
    const selectors = selectorsOf(build.abi);
    const there = selectors.filter((selector) => code.includes(selector.slice(2))).length;
    const fits = there > 0 && there >= 0.8 * selectors.length;
    return { build, rank: [fits ? there : 0, isToken(selectors) ? 1 : 0, selectors.length, placeOf(build.contract)] };
  });
  return rated.toSorted((a, b) => b.rank.reduce((order, value, index) => order || value - (a.rank[index] ?? 0), 0))[0]?.build;
}
