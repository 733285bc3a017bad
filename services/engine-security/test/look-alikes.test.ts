import type { Signal } from "@token-sentiment/contract";
import { compileContracts } from "@token-sentiment/evm/compile";
import { type Sandbox, type Scenario, startSandbox } from "@token-sentiment/sandbox";
import { HexText } from "@token-sentiment/evm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Opened, openSecurity } from "./analyze.ts";

let sandbox: Sandbox;
let engine: Opened;
beforeAll(async () => {
  const compiled = await compileContracts(new URL("contracts/", import.meta.url));
  const scenario = (contract: string, setup?: string): Scenario => ({
    symbol: contract,
    chain_id: "1",
    talk: "none",
    note: "",
    code: HexText.parse(compiled.find((artifact) => artifact.contract === contract)?.bytecode),
    play: async function* play({ asOwner, pair, addLiquidity, buy }) {
      if (setup) await asOwner(setup, pair);
      await addLiquidity("500000", "100");
      for (let trader = 1; trader <= 5; trader++) {
        yield 600;
        await buy(trader, "1");
      }
    },
  });
  const scenarios = [
    scenario("Cooldown", "setPool(address)"),
    scenario("WalletsOnly", "setPool(address)"),
    scenario("HiddenKey"),
    scenario("Upgradeable"),
  ];
  sandbox = await startSandbox({ scenarios });
  engine = await openSecurity([sandbox.rpcUrl]);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
});

const analyze = (symbol: string) => engine.analyze(sandbox.tokens[symbol]?.address ?? "");
const find = (signals: Signal[], code: string) => signals.find((signal) => signal.code === code);

test("a cooldown is not a honeypot", async () => {
  const signals = await analyze("Cooldown");
  expect(find(signals, "cooldown")).toMatchObject({ status: "hit", severity: 1 });
  expect(signals.some(({ critical }) => critical)).toBe(false);
});

test("a token for wallets only is cleared by its holders, and its powers are tried by a holder who never bought", async () => {
  const signals = await analyze("WalletsOnly");
  expect(find(signals, "can_sell")).toMatchObject({ status: "clear", values: { seen_by: "router and holders" } });
  expect(signals.some(({ critical }) => critical)).toBe(false);
  expect(find(signals, "mint")).toMatchObject({ status: "clear" });
});

test("a key that still mints after ownership was renounced is found in storage", async () => {
  const signals = await analyze("HiddenKey");
  expect(find(signals, "owner")?.text).toBe("ownership is renounced");
  expect(find(signals, "mint")?.text).toMatch(
    /^an address in its storage can mint: 0x[0-9a-f]{8}\(address,uint256\) raised the supply by 100 %/,
  );
  expect(find(signals, "hidden_owner")).toMatchObject({ status: "hit", severity: 3, values: { powers: "mint" } });
});

test("behind a proxy the implementation's functions are tried, and the proxy is reported", async () => {
  const signals = await analyze("Upgradeable");
  expect(find(signals, "proxy")?.status).toBe("hit");
  expect(find(signals, "mint")).toMatchObject({ status: "hit", values: { by: "owner" } });
  expect(find(signals, "can_sell")?.status).toBe("clear");
});
