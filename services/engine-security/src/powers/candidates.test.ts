import { decodeAbiParameters, slice } from "viem";
import { expect, test } from "vitest";
import type { BytecodeFunction } from "../bytecode/functions.ts";
import { candidatesFor } from "./candidates.ts";

const holder = "0x00000000000000000000000000000000c0ffee03";
const supply = 10n ** 24n;
const written = (selector: string, types: string): BytecodeFunction => ({ selector, arguments: types, readOnly: false });
const calls = (...functions: BytecodeFunction[]) => candidatesFor(functions, { holder, supply });

test("a function of an address and a number is tried on the holder with every number", () => {
  const tried = calls(written("40c10f19", "address,uint256")).calls.map(({ data }) =>
    decodeAbiParameters([{ type: "address" }, { type: "uint256" }], slice(data, 4)),
  );
  expect(new Set(tried.map(([to]) => to.toLowerCase()))).toEqual(new Set([holder]));
  expect(tried.map(([, number]) => number)).toEqual([99n, supply, 0n, 25n, 9_900n]);
});

test("what only reads, ERC-20 itself and handing over ownership are left alone", () => {
  const { calls: tried, untried } = calls(
    { ...written("aabbccdd", ""), readOnly: true },
    written("a9059cbb", "address,uint256"),
    written("f2fde38b", "address"),
    written("715018a6", ""),
  );
  expect(tried).toEqual([]);
  expect(untried).toBe(0);
});

test("arguments that cannot be made up are counted, not guessed", () => {
  const { calls: tried, untried } = calls(
    written("11111111", "bytes"),
    written("22222222", "(address,uint256)[]"),
    written("33333333", "nonsense"),
  );
  expect(tried).toEqual([]);
  expect(untried).toBe(3);
});

test("a small number type gets a number that fits", () => {
  const { calls: tried } = calls(written("11111111", "uint8"));
  expect(tried.map(({ data }) => BigInt(slice(data, 4)))).toEqual([99n, 1n, 0n, 25n]);
});

test("every function is tried once before any is tried twice, and no more than fit into one call", () => {
  const many = Array.from({ length: 50 }, (_, index) => written(index.toString(16).padStart(8, "0"), "uint256"));
  const { calls: tried } = calls(...many);
  expect(tried).toHaveLength(60);
  expect(new Set(tried.slice(0, 50).map(({ selector }) => selector)).size).toBe(50);
});
