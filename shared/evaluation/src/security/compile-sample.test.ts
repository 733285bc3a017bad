import { type Abi, type Hex, parseAbi } from "viem";
import { expect, test } from "vitest";
import { type Build, mainOf } from "./compile-sample.ts";

const token: Abi = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function transfer(address, uint256)",
]);
const build = (contract: string, abi: Abi = token): Build => ({ compiler: "0.8.19", contract, abi, creation: "0x6001", runtime: "0x" });
const runtime: Hex = "0x18160ddd70a08231a9059cbb";
const source =
  "abstract contract Base {}\ncontract Token is Base {}\n contract Named is Token {}\ncontract Coin is Named {}\n// contract Farm {}\n";

test("of a token and its bases, which have the same functions, the last to inherit was deployed", () => {
  const builds = [build("Coin"), build("Named"), build("Token")];
  expect(mainOf(builds, { runtime, source })?.contract).toBe("Coin");
  expect(mainOf(builds.toReversed(), { runtime: undefined, source })?.contract).toBe("Coin");
});

test("what fits the code is taken before what only has more to it", () => {
  const more: Abi = [...token, ...parseAbi(["function mint()", "function burn()", "function sweep()", "function stake()"])];
  const builds = [build("Farm", more), build("Coin")];
  expect(mainOf(builds, { runtime, source })?.contract).toBe("Coin");
  expect(mainOf(builds, { runtime: undefined, source })?.contract).toBe("Farm");
});
