import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import { openBytecodeReader } from "../src/bytecode/open-reader.ts";

/** Dispatches one selector, 0x40c10f19, and stops. */
const code: Hex = "0x5f3560e01c6340c10f1914600f575f5ffd5b00";

async function child(source: string): Promise<{ file: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), "bytecode-"));
  const file = path.join(folder, "child.mjs");
  await writeFile(file, source);
  return { file, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

test("the functions of a bytecode come back from the child", async () => {
  await using reader = openBytecodeReader();
  expect((await reader.read(code))?.map(({ selector }) => selector)).toEqual(["40c10f19"]);
});

test("rubbish and code beyond 24 KB are answered, not crashed on", async () => {
  await using reader = openBytecodeReader();
  expect(await reader.read(`0x${"fe".repeat(24_577)}`)).toBeUndefined();
  expect(await reader.read("0xfefefe")).toEqual([]);
});

test("24 KB of jumps into each other are answered, or given up, and the reader goes on", async () => {
  await using reader = openBytecodeReader();
  // JUMPDEST, CALLDATASIZE, PUSH2 next, JUMPI over and over: as many paths as there are subsets
  const step = (at: number) => `5b3661${(at + 12).toString(16).padStart(4, "0")}575b61${(at + 12).toString(16).padStart(4, "0")}56`;
  const jumps = Array.from({ length: 2_048 }, (_, index) => step(index * 12).padEnd(24, "5b")).join("");
  const found = await reader.read(`0x${jumps.slice(0, 2 * 24_576)}`);
  expect(found === undefined || Array.isArray(found)).toBe(true);
  expect((await reader.read(code))?.length).toBe(1);
});

test("a reader that hangs costs two seconds and is replaced", async () => {
  await using stuck = await child(
    'process.on("message", (c) => { if (c === "0xdead") for (;;); process.send([]); }); process.send("ready");',
  );
  await using reader = openBytecodeReader(stuck.file);
  const started = performance.now();
  expect(await reader.read("0xdead")).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(6_000);
  expect(await reader.read("0xbeef")).toEqual([]);
});

test("a reader that dies, or talks nonsense, is replaced", async () => {
  await using odd = await child(
    'process.on("message", (c) => c === "0xdead" ? process.exit(1) : process.send(c === "0xbad0" ? "42" : [])); process.send("ready");',
  );
  await using reader = openBytecodeReader(odd.file);
  expect(await reader.read("0xdead")).toBeUndefined();
  expect(await reader.read("0xbad0")).toBeUndefined();
  expect(await reader.read("0xbeef")).toEqual([]);
});

test("a reader sees nothing of our environment", async () => {
  await using spy = await child(
    'process.on("message", () => process.send(Object.keys(process.env).filter((k) => /KEY|SEED|RPC|PATH$|HOME/.test(k)).map(() => ({ selector: "ffffffff", arguments: "", readOnly: true })))); process.send("ready");',
  );
  await using reader = openBytecodeReader(spy.file);
  expect(await reader.read("0xbeef")).toEqual([]);
});
