import { readFileSync } from "node:fs";
import factory from "@uniswap/v2-core/build/UniswapV2Factory.json" with { type: "json" };
import router from "@uniswap/v2-periphery/build/UniswapV2Router02.json" with { type: "json" };
import weth from "@uniswap/v2-periphery/build/WETH9.json" with { type: "json" };
import { concatHex, encodeAbiParameters, type Hex, parseAbiParameters } from "viem";
import { z } from "zod";

const Artifact = z.object({ bytecode: z.string().regex(/^(0x)?[0-9a-f]+$/) });

const Deployed = z.object({ deployedBytecode: z.string().regex(/^0x[0-9a-f]+$/) });

const codeIn = (artifact: unknown): Hex => `0x${Artifact.parse(artifact).bytecode.replace(/^0x/, "")}`;

const committed = (contract: string): unknown =>
  JSON.parse(readFileSync(new URL(`../artifacts/${contract}.json`, import.meta.url), "utf8"));

/** Constructor code of one of our own contracts, from the committed artifact. */
export const contractCode = (contract: string): Hex => codeIn(committed(contract));

/** What stands on the chain of one that has no constructor. */
export const deployedCode = (contract: string): Hex => `0x${Deployed.parse(committed(contract)).deployedBytecode.slice(2)}`;

/** The plain token under a name of its own, ready to deploy. */
export const plainToken = (name: string, symbol: string): Hex =>
  concatHex([contractCode("PlainToken"), encodeAbiParameters(parseAbiParameters("string name, string symbol"), [name, symbol])]);

/** Constructor code of the Uniswap contracts as published on npm. */
export const uniswapCode = { factory: codeIn(factory), router: codeIn(router), weth: codeIn(weth) } as const;
