import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Hex } from "viem";
import { z } from "zod";

const Artifact = z.object({ bytecode: z.string().regex(/^(0x)?[0-9a-f]+$/) });

const codeIn = (file: string | URL): Hex => `0x${Artifact.parse(JSON.parse(readFileSync(file, "utf8"))).bytecode.replace(/^0x/, "")}`;

/** Constructor code of one of our own contracts, from the committed artifact. */
export const contractCode = (contract: string): Hex => codeIn(new URL(`../artifacts/${contract}.json`, import.meta.url));

/** Constructor code of a Uniswap contract as published on npm, e.g. `@uniswap/v2-core/build/UniswapV2Factory.json`. */
export const uniswapCode = (file: string): Hex => codeIn(createRequire(import.meta.url).resolve(file));
