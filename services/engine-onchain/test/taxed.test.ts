import { startSandbox } from "@token-sentiment/sandbox";
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from "viem";
import { expect, test } from "vitest";
import { z } from "zod";
import { analyze, find } from "./analyze.ts";

const ROUTER = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
const WETH = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
const Done = z.object({ result: z.object({ status: z.literal("0x1") }) });
const abi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function transfer(address to, uint256 value)",
  "function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 least, address[] path, address to, uint256 deadline)",
]);

test("a tax of 30 % hides nothing of what sellers sold: each sold a quarter of its own, of which the pool got 17.5 %", async () => {
  await using sandbox = await startSandbox();
  const token = sandbox.tokens["TOLL"]?.address ?? expect.fail("there is no TOLL");
  const send = async (from: Address, to: Address, data: Hex) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransactionSync", params: [{ from, to, data, gas: "0x7a120" }] });
    const response = await fetch(sandbox.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    Done.parse(await response.json());
  };
  const [owner = expect.fail("there are accounts"), ...others] = sandbox.accounts;
  const sellers = others.slice(0, 24);
  for (const seller of sellers) {
    await send(owner, token, encodeFunctionData({ abi, functionName: "transfer", args: [seller, parseEther("1000")] }));
    await send(seller, token, encodeFunctionData({ abi, functionName: "approve", args: [ROUTER, parseEther("1000")] }));
    const args = [parseEther("250"), 0n, [token, WETH], seller, 99_999_999_999n] as const;
    await send(seller, ROUTER, encodeFunctionData({ abi, functionName: "swapExactTokensForETHSupportingFeeOnTransferTokens", args }));
  }
  const analysis = await analyze({ "1": sandbox.rpcUrl }, { chain_id: "1", address: token });
  const breadth = find(analysis, "breadth");
  expect(sellers.length).toBeGreaterThanOrEqual(20);
  expect(breadth?.values["median_sold"]).toBeCloseTo(0.25, 3);
  expect(breadth?.status).toBe("inconclusive");
  expect(find(analysis, "insider_sales")?.values["supply_share"]).toBe(0);
  // what the pool paid, not what the tax took, is what was sold for
  expect(find(analysis, "sell_concentration")?.values["coins"]).toBeGreaterThan(0.5);
});
