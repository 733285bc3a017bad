import { expect, test } from "vitest";
import { chooseVersions, versionInCode } from "./compiler-version.ts";

const available = ["0.4.9", "0.4.11", "0.4.26", "0.5.17", "0.6.2", "0.6.12", "0.7.6", "0.8.0", "0.8.19", "0.8.20"];
const chosen = (pragma: string) => chooseVersions(available, { source: `pragma solidity ${pragma};\ncontract A {}`, runtime: undefined });

test("code names the compiler that wrote it", () => {
  expect(versionInCode("0x6080a264697066735822ff64736f6c63430008130033")).toBe("0.8.19");
  expect(versionInCode("0x60806040")).toBeUndefined();
  expect(chooseVersions(available, { source: "pragma solidity ^0.8.0;", runtime: "0x64736f6c63430008130033" })).toEqual(["0.8.19"]);
});

test("a range gives the latest and the earliest of its oldest line", () => {
  expect(chosen("^0.4.11")).toEqual(["0.4.26", "0.4.11"]);
  expect(chosen(">=0.6.0 <0.8.0")).toEqual(["0.6.12", "0.6.2"]);
  expect(chosen(">=0.4.22")).toEqual(["0.4.26"]);
  expect(chosen("^ 0.5.0")).toEqual(["0.5.17"]);
  expect(chosen("0.7.6")).toEqual(["0.7.6"]);
});

test("all pragmas of a source must agree, and none may", () => {
  expect(chooseVersions(available, { source: "pragma solidity ^0.8.0;\npragma solidity 0.8.19;", runtime: undefined })).toEqual(["0.8.19"]);
  expect(chosen("^0.9.0")).toEqual([]);
});

test("a source without a pragma is of the first line", () => {
  expect(chooseVersions(available, { source: "contract A {}", runtime: undefined })).toEqual(["0.4.26", "0.4.9"]);
});
