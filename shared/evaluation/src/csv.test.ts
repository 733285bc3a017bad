import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { csvRows } from "./csv.ts";

const folder = mkdtempSync(join(tmpdir(), "csv-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rowsOf = async (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content);
  return Array.fromAsync(csvRows(join(folder, name)));
};

test("rows are read by the names of the first line, plain or gzipped", async () => {
  const text = "address, name\r\n0x11,Plain \r\n\r\n0x22\r\n";
  const rows = [
    { address: "0x11", name: "Plain" },
    { address: "0x22", name: "" },
  ];
  expect(await rowsOf("plain.csv", text)).toEqual(rows);
  expect(await rowsOf("packed.csv.gz", gzipSync(text))).toEqual(rows);
});

test("a quoted cell may hold commas and doubled quotes", async () => {
  expect(await rowsOf("quoted.csv", 'a,b,c\n1,"two, or ""2""",3\n')).toEqual([{ a: "1", b: 'two, or "2"', c: "3" }]);
  expect(await rowsOf("empty.csv", 'a,b,c\n"",,"x"\n')).toEqual([{ a: "", b: "", c: "x" }]);
});

test("a file that is absent, ends too early or lacks a column is named", async () => {
  await expect(rowsOf("cut.csv.gz", gzipSync("a,b\n1,2\n".repeat(9999)).subarray(0, 40))).rejects.toThrow("cut.csv.gz could not be read");
  await expect(rowsOf("none.csv.gz", "")).rejects.toThrow("none.csv.gz could not be read");
  await expect(Array.fromAsync(csvRows(join(folder, "absent.csv")))).rejects.toThrow("absent.csv could not be read");
  await expect(Array.fromAsync(csvRows(join(folder, "quoted.csv"), ["a", "price", "side"]))).rejects.toThrow(
    "quoted.csv has no column price, side",
  );
});
