import { afterAll, beforeAll, expect, test } from "vitest";
import type { Signal } from "@token-sentiment/contract";
import { openSecurity } from "./analyze.ts";
import { startProxy } from "./proxy.ts";
import { find, type Fixtures, stageFixtures } from "./fixtures.ts";

const proxies = ["Transparent", "SafeAdmin", "Beaconed", "Universal", "Zeppelin", "Minimal"];
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await stageFixtures("contracts/shapes", [
    { contract: "MaxSale" },
    { contract: "Remainder" },
    { contract: "Guarded", finally: ({ asOwner }) => asOwner("setGuard()") },
    {
      contract: "Siphon",
      finally: async ({ asOwner, accounts }) => {
        for (const trader of accounts.slice(1, 4)) await asOwner("settle(address)", trader);
      },
    },
    { contract: "Rebasing", finally: ({ asOwner }) => asOwner("rebase()") },
    { contract: "Mortal" },
    { contract: "NoReturn" },
    { contract: "Namespaced" },
    ...proxies.map((contract) => ({ contract })),
    { contract: "Elsewhere" },
    { contract: "Looping", finally: ({ asOwner }) => asOwner("arm()") },
    { contract: "Bomb", finally: ({ asOwner }) => asOwner("arm()") },
    { contract: "FreeRider", setup: "setPool(address)" },
    { contract: "OriginBound", setup: "setPool(address)" },
    { contract: "BlockBound", setup: "setPool(address)", finally: ({ asOwner }) => asOwner("arm()") },
    { contract: "Judged" },
    { contract: "Telling" },
  ]);
});
afterAll(() => fixtures[Symbol.asyncDispose]());

const outline = async (contract: string, ...codes: string[]) => {
  const signals = await fixtures.analyze(contract);
  return codes.map((code) => find(signals, code)?.status);
};

test("a limit on one sale is found by sizes, and is no trap", async () => {
  const signals = await fixtures.analyze("MaxSale");
  expect(find(signals, "max_sale")).toMatchObject({
    status: "hit",
    values: { tried_bps: "1,10,100,500", largest_bps: 10, refused_bps: 100 },
  });
  expect(find(signals, "max_sale")?.text).toBe("largest sell that works: 0.1 % of supply; 1 % of supply is refused");
  expect(find(signals, "can_sell")?.status).toBe("clear");
});

test("a holding that can be sold in parts and never whole is told", async () => {
  const signals = await fixtures.analyze("Remainder");
  expect(find(signals, "cannot_sell_all")).toMatchObject({ status: "hit", weights: { real_crash: 1 }, values: { asked: 5, sold: 0 } });
  expect(find(signals, "holders_sell")?.status).toBe("clear");
});

test("a contract that every transfer asks is named by its address", async () => {
  const line = find(await fixtures.analyze("Guarded"), "transfer_guard");
  expect(line?.status).toBe("hit");
  expect(line?.text).toMatch(/^every transfer uses an external contract: 0x[0-9a-f]{40}$/);
});

test("balances that shrink without an event are counted against their logs", async () => {
  const signals = await fixtures.analyze("Siphon");
  expect(find(signals, "siphoned")).toMatchObject({ status: "hit", values: { asked: 5, silent: 3, siphoned: 3 } });
  expect(find(signals, "event_mismatch")).toMatchObject({ status: "hit", text: "3 balances changed without a Transfer event" });
});

test("balances that shrink together by one ratio are a rebase and no theft", async () => {
  const signals = await fixtures.analyze("Rebasing");
  expect(find(signals, "siphoned")).toBeUndefined();
  expect(find(signals, "event_mismatch")?.status).toBe("clear");
});

test("a SELFDESTRUCT that can be reached is told, and weighs little", async () => {
  expect(find(await fixtures.analyze("Mortal"), "self_destruct")).toMatchObject({ status: "hit", weights: { real_crash: 0.3 } });
});

test("a token whose transfers answer nothing is traded like any other, and its issuer's powers are proven", async () => {
  const signals = await fixtures.analyze("NoReturn");
  expect(find(signals, "can_sell")?.status).toBe("clear");
  expect(find(signals, "block_holder")).toMatchObject({ status: "hit", values: { selectors: "0x0ecb93c0" } });
  expect(find(signals, "destroy_balance")?.text).toBe("the owner can destroy a holder's balance: 0xf3bdc228(address) after 0x0ecb93c0");
});

test("balances and owner at namespaced places are found", async () => {
  const signals = await fixtures.analyze("Namespaced");
  expect(find(signals, "owner")?.text).toBe("owner is a plain wallet");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { by: "owner" } });
  expect(find(signals, "proxy")?.status).toBe("clear");
});

test("each kind of proxy is known by its slot, and who may exchange its code is looked up", async () => {
  const lines = await Promise.all(proxies.map(async (contract) => find(await fixtures.analyze(contract), "proxy")));
  expect(lines.map((line) => [line?.status, line?.values["standard"]])).toEqual([
    ["hit", "EIP-1967"],
    ["hit", "EIP-1967"],
    ["hit", "EIP-1967 beacon"],
    ["hit", "EIP-1822"],
    ["hit", "ZeppelinOS"],
    ["clear", ""],
  ]);
  const [transparent, safe, beacon, , , minimal] = lines;
  expect(transparent?.text).toBe("upgradeable proxy, in the hands of a plain wallet");
  expect(safe?.text).toBe("upgradeable proxy, admin is a multi-signature contract");
  expect(beacon?.text).toBe("upgradeable proxy, in the hands of a plain wallet");
  expect(minimal?.text).toBe("a minimal proxy (EIP-1167): what it forwards to can not be exchanged");
});

test("a proxy that no standard knows is not said to be none, and its functions are not said to be harmless", async () => {
  const signals = await fixtures.analyze("Elsewhere");
  expect(find(signals, "proxy")).toMatchObject({ status: "inconclusive", weights: { real_crash: 0, false_fud: 0 } });
  for (const code of ["mint", "block_holder", "hidden_owner"]) expect(find(signals, code)?.status, code).toBe("unknown");
});

test("a full result is three round trips, also behind a beacon and while the chain goes on, and says the same", async () => {
  const { rpcUrl } = fixtures.sandbox;
  const mine = async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "evm_mine", params: [] });
    await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  };
  const timeless = (signals: Signal[]) => signals.map((signal) => ({ ...signal, observed_at: 0 }));
  for (const contract of ["Beaconed", "NoReturn", "MaxSale"]) {
    const address = fixtures.sandbox.tokens[contract]?.address ?? "";
    let advancing: Promise<void> | undefined;
    await using proxy = await startProxy(rpcUrl, ({ method }) => {
      if (method === "eth_getBlockByNumber" || method === "eth_simulateV1") advancing &&= advancing.then(mine);
      return undefined;
    });
    await using engine = await openSecurity([proxy.url]);
    const still = await engine.analyze(address);
    // the purchases are asked for beside the second round
    const rounds = proxy.batches.filter((methods) => methods.join(" ") !== "eth_getLogs");
    expect(rounds, contract).toHaveLength(3);
    advancing = Promise.resolve();
    const signals = await engine.analyze(address);
    await advancing;
    expect(timeless(signals), contract).toEqual(timeless(still));
  }
});

test("behind every kind of proxy the implementation's mint is proven", async () => {
  for (const contract of proxies) expect(await outline(contract, "mint"), contract).toEqual(["hit"]);
});

test("a token that runs for ever is answered, and what could not be seen is not clear", async () => {
  const signals = await fixtures.analyze("Looping");
  expect(find(signals, "selling_untried")?.status).toBe("inconclusive");
  expect(find(signals, "block_holder")?.status).toBe("inconclusive");
  expect(find(signals, "tax")?.status).toBe("unknown");
  expect(find(signals, "transfer_guard")?.status).toBe("unknown");
});

test("half a megabyte for an answer costs nothing but the answer", async () => {
  const signals = await fixtures.analyze("Bomb");
  expect(find(signals, "selling_unknown")?.status).toBe("unknown");
  expect(find(signals, "block_holder")?.status).toBe("inconclusive");
  expect(find(signals, "owner")?.status).toBe("unknown");
});

test("a token that behaves only where nobody pays for gas is not called sellable", async () => {
  const signals = await fixtures.analyze("FreeRider");
  expect(find(signals, "can_sell")).toBeUndefined();
  expect(find(signals, "selling_disputed")?.status).toBe("inconclusive");
  expect(find(signals, "environment")?.text).toContain("GASPRICE");
});

test("a token that sells for wallets only is disputed at most, and what trading showed counts less", async () => {
  const signals = await fixtures.analyze("OriginBound");
  expect(signals.some(({ critical, status }) => critical && status === "hit")).toBe(false);
  for (const code of ["can_sell", "no_tax", "holders_sell"]) {
    expect(find(signals, code)?.reliability ?? 0, code).toBeLessThanOrEqual(0.7);
  }
});

test("a token that sells while simulations last and not thousands of blocks later is not called sellable", async () => {
  const signals = await fixtures.analyze("BlockBound");
  expect(find(signals, "can_sell")).toBeUndefined();
  expect(find(signals, "selling_disputed")).toMatchObject({ status: "inconclusive", values: { holders_asked: 5, holders_sold: 0 } });
  expect(find(signals, "environment")?.text).toMatch(/NUMBER.*COINBASE/);
});

test("a transfer that asks a contract without storage, or tells an address without code, is not clear of a guard", async () => {
  for (const contract of ["Judged", "Telling"]) {
    const line = find(await fixtures.analyze(contract), "transfer_guard");
    expect(line, contract).toMatchObject({ status: "inconclusive", weights: { real_crash: 0 } });
    expect(line?.text).toMatch(/^every transfer uses an address outside its market, of which no storage is read: 0x[0-9a-f]{40}$/);
  }
});
