import { decodeAbiParameters, slice } from "viem";
import { expect, test } from "vitest";
import type { BytecodeFunction } from "../bytecode/functions.ts";
import { candidatesFor } from "./candidates.ts";

const holder = "0x00000000000000000000000000000000c0ffee03";
const supply = 10n ** 24n;
const written = (selector: string, types: string): BytecodeFunction => ({ selector, arguments: types, readOnly: false });
const actor = "0x00000000000000000000000000000000000000aa";
const held = 1_000n;
const calls = (...functions: BytecodeFunction[]) => candidatesFor(functions, { holder, actor, supply, held, most: 60 });

test("a function of an address and a number is tried on the holder with every number, and for the actor's own good", () => {
  const tried = calls(written("40c10f19", "address,uint256")).calls.map(({ data }) => {
    const [to, number] = decodeAbiParameters([{ type: "address" }, { type: "uint256" }], slice(data, 4));
    return [to.toLowerCase(), number];
  });
  const numbers = [99n, held / 2n, supply, 0n, 25n, 9_900n];
  expect(tried).toEqual([...numbers.map((number) => [holder, number]), [actor, supply / 50n]]);
});

test("two addresses are the holder and the actor, in both orders", () => {
  const tried = calls(written("11111111", "address,address")).calls.map(({ data }) =>
    decodeAbiParameters([{ type: "address" }, { type: "address" }], slice(data, 4)).map((address) => address.toLowerCase()),
  );
  expect(tried).toEqual([
    [holder, holder],
    [holder, actor],
    [actor, holder],
  ]);
});

test("a switch is tried both ways", () => {
  const tried = calls(written("11111111", "bool")).calls.map(({ data }) => BigInt(slice(data, 4)));
  expect(tried).toEqual([1n, 0n]);
});

test("ERC-20 itself is tried for what would be a leak or a hidden mint", () => {
  const { calls: tried } = calls(written("a9059cbb", "address,uint256"), written("23b872dd", "address,address,uint256"));
  expect(tried.map(({ selector }) => selector)).toEqual(["0x23b872dd", "0xa9059cbb"]);
  const [taken] = tried;
  const [from, to, value] = decodeAbiParameters(
    [{ type: "address" }, { type: "address" }, { type: "uint256" }],
    slice(taken?.data ?? "0x", 4),
  );
  expect([from.toLowerCase(), to.toLowerCase(), value]).toEqual([holder, actor, held / 2n]);
});

test("what only reads is left alone, and ownership goes to nobody but the actor", () => {
  const { calls: tried, untried } = calls(
    { ...written("aabbccdd", ""), readOnly: true },
    written("f2fde38b", "address"),
    written("715018a6", ""),
    written("2f2ff15d", "bytes32,address"),
  );
  expect(tried.map(({ data }) => data)).toEqual([`0xf2fde38b${"0".repeat(24)}${actor.slice(2)}`]);
  expect(untried).toBe(0);
});

test("arguments that cannot be made up are counted, not guessed", () => {
  const { calls: tried, untried } = calls(
    written("22222222", "(address,uint256)[]"),
    written("33333333", "nonsense"),
    written("44444444", "address[],bytes,string"),
  );
  expect(tried.map(({ selector }) => selector)).toEqual(["0x44444444"]);
  expect(untried).toBe(2);
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
