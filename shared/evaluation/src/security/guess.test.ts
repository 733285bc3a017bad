import { expect, test } from "vitest";
import { type Cast, distinctLeans, guessAll } from "./guess.ts";

const cast: Cast = {
  deployer: "0x00000000000000000000000000000000000000d1",
  strangers: ["0x00000000000000000000000000000000000000d2"],
  router: "0x00000000000000000000000000000000000000d3",
  factory: "0x00000000000000000000000000000000000000d4",
  weth: "0x00000000000000000000000000000000000000d5",
  pair: undefined,
  otherToken: "0x00000000000000000000000000000000000000d6",
  standIn: "0x00000000000000000000000000000000000000d7",
  now: 1_700_000_000n,
};
const guessed = (...parameters: [type: string, name: string][]) => leaning("open", ...parameters);
const leaning = (gates: "open" | "closed", ...parameters: [type: string, name: string][]) =>
  guessAll(
    parameters.map(([type, name]) => ({ type, name })),
    cast,
    { address: "stranger", supply: "units", gates },
  );

test("a value fits its type and what its name says", () => {
  expect(guessed(["address", "_router"], ["address", "marketingWallet"], ["address", "owner_"], ["address", "factory"])).toEqual([
    cast.router,
    cast.strangers[0],
    cast.deployer,
    cast.factory,
  ]);
  expect(guessed(["uint8", "decimals_"], ["uint256", "sellFee"], ["uint256", "totalSupply_"], ["bool", "paused"])).toEqual([
    18,
    2n,
    10n ** 24n,
    false,
  ]);
  expect(guessed(["string", "symbol"], ["address[2]", "wallets"], ["bytes32", "root"])).toEqual([
    "SMPL",
    [cast.strangers[0], cast.strangers[0]],
    `0x${"00".repeat(32)}`,
  ]);
});

test("a gate starts closed, or open", () => {
  expect(leaning("closed", ["bool", "transferEnabled"], ["bool", "mintable"])).toEqual([false, true]);
  expect(leaning("open", ["bool", "transferEnabled"], ["bool", "paused"])).toEqual([true, false]);
});

test("a type that nothing can be made up for is said to be one", () => {
  expect(guessed(["function", "callback"])).toBeUndefined();
});

test("the same arguments are not tried twice", () => {
  expect(distinctLeans([])).toHaveLength(1);
  expect(distinctLeans([{ type: "string", name: "name" }])).toHaveLength(1);
  expect(distinctLeans([{ type: "address", name: "x" }])).toHaveLength(5);
  expect(distinctLeans([{ type: "bool", name: "tradingOpen" }])).toHaveLength(2);
});
