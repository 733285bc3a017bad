import { afterAll, beforeAll, expect, test } from "vitest";
import { find, type Fixtures, stageFixtures } from "./fixtures.ts";

let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await stageFixtures("contracts/powers", [
    { contract: "PublicMint" },
    { contract: "PublicFinish" },
    { contract: "LooseAllowance" },
    { contract: "Seizing" },
    { contract: "TwoStep" },
    { contract: "FreeTransfer" },
    { contract: "InflatingSale", setup: "setPool(address)" },
    { contract: "RoleMint" },
    { contract: "ClosedGate", nobodyBuys: true },
    { contract: "PoolSlot", nobodyBuys: true },
    { contract: "TakeBack", finally: ({ asOwner }) => asOwner("lock()") },
    { contract: "Mintable" },
    { contract: "SafeOwned" },
    { contract: "TimelockOwned" },
  ]);
});
afterAll(() => fixtures[Symbol.asyncDispose]());

test("what anyone can mint is a leak", async () => {
  const signals = await fixtures.analyze("PublicMint");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { by: "anyone", supply_percent: 100 } });
  expect(find(signals, "leak")).toMatchObject({ status: "hit", severity: 3, text: "anyone at all can mint" });
});

test("a mint that anyone may set off and nobody but others gains by is no leak", async () => {
  const signals = await fixtures.analyze("PublicFinish");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { by: "anyone", gained: false } });
  expect(find(signals, "mint")?.text).toBe("anyone can mint for others: 0xd56b2889() raised the supply by 28 % in simulation");
  expect(find(signals, "leak")?.status).toBe("clear");
});

test("what anyone can move without leave is a leak", async () => {
  const signals = await fixtures.analyze("LooseAllowance");
  expect(find(signals, "destroy_balance")).toMatchObject({ status: "hit", values: { by: "anyone", selectors: "0x23b872dd" } });
  expect(find(signals, "leak")?.text).toBe("anyone at all can take a holder's balance");
});

test("what only the owner can take is a power and no leak", async () => {
  const signals = await fixtures.analyze("Seizing");
  expect(find(signals, "destroy_balance")).toMatchObject({ status: "hit", values: { by: "owner", gained: true } });
  expect(find(signals, "leak")?.status).toBe("clear");
});

test("a power that takes two calls is found with both", async () => {
  const signals = await fixtures.analyze("TwoStep");
  expect(find(signals, "destroy_balance")?.text).toMatch(
    /^the owner can destroy a holder's balance: 0x[0-9a-f]{8}\(address,uint256\) after 0x6817031b$/,
  );
});

test("a key whose transfers cost it nothing mints: the supply or the balances show it", async () => {
  const signals = await fixtures.analyze("FreeTransfer");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { by: "key", selectors: "0xa9059cbb" } });
  expect(find(signals, "hidden_owner")?.status).toBe("clear");
});

test("a sale that credits what nobody pays is inflation, without any call", async () => {
  const line = find(await fixtures.analyze("InflatingSale"), "inflating_sale");
  expect(line).toMatchObject({ status: "hit", severity: 3 });
  expect(line?.text).toBe("anyone can sell and thereby create 3.0 % of what is sold out of nothing");
});

test("who was given a role is tried, where no owner is named", async () => {
  const signals = await fixtures.analyze("RoleMint");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { by: "key" } });
});

test("a market that waits for its owner's call is a closed gate", async () => {
  const signals = await fixtures.analyze("ClosedGate");
  expect(find(signals, "closed_gate")?.text).toBe("the owner can open selling, which is closed: 0xc9567bf9()");
  expect(find(signals, "block_holder")?.status).toBe("inconclusive");
});

test("naming the holder as a pool or as the owner frees its sale and is no finding", async () => {
  const signals = await fixtures.analyze("PoolSlot");
  expect(find(signals, "closed_gate")?.status).toBe("clear");
  expect(signals.filter(({ status, code }) => status === "hit" && /mint|destroy|block|tax/.test(code))).toEqual([]);
});

test("ownership that was given up and comes back by a call is proven by the call", async () => {
  const signals = await fixtures.analyze("TakeBack");
  expect(find(signals, "owner")?.text).toBe("ownership is renounced");
  expect(find(signals, "take_back")).toMatchObject({ status: "hit", severity: 3, values: { selectors: "0xa69df4b5", by: "key" } });
});

test("a power that nobody used on a free market weighs three tenths, behind two keys or three days two fifths of that", async () => {
  const weigh = async (contract: string) => find(await fixtures.analyze(contract), "mint");
  expect(await weigh("Mintable")).toMatchObject({ status: "hit", severity: 2, values: { by: "owner" } });
  expect((await weigh("Mintable"))?.weights.real_crash).toBeCloseTo(0.36);
  for (const contract of ["SafeOwned", "TimelockOwned"]) {
    const line = await weigh(contract);
    expect(line?.weights.real_crash).toBeCloseTo(0.144);
    expect(line).toMatchObject({ status: "hit", severity: 1, values: { by: "owner" } });
  }
  expect(find(await fixtures.analyze("SafeOwned"), "owner")?.text).toBe("owner is a multi-signature contract");
  expect(find(await fixtures.analyze("TimelockOwned"), "owner")?.text).toBe("owner is a timelock of at least 48 hours");
});
