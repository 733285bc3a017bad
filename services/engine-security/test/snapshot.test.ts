import { chainOf, openRpc, takeSnapshot } from "@token-sentiment/evm";
import { startSandbox } from "@token-sentiment/sandbox";
import { expect, test } from "vitest";

test("a snapshot of a real node holds the block, the pool, the owner and who bought", async () => {
  await using sandbox = await startSandbox();
  const post = async (body: unknown, signal: AbortSignal): Promise<unknown> => {
    const response = await fetch(sandbox.rpcUrl, {
      method: "POST",
      signal,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const chain = chainOf("1") ?? expect.fail("chain 1 is in the table");
  const { address, pair } = sandbox.tokens["TOLL"] ?? expect.fail("the sandbox has the token");
  const snapshot = await takeSnapshot(openRpc("1", [{ name: "node", post }]), { chain, token: address }, AbortSignal.timeout(10_000));
  expect(snapshot.block.tag).toBe(`0x${snapshot.block.number.toString(16)}`);
  expect(snapshot.supply).toBe(10n ** 24n);
  expect(snapshot.owner).toEqual({ address: sandbox.accounts[0], kind: "wallet" });
  expect(snapshot.proxy).toBeUndefined();
  expect(snapshot.pools).toHaveLength(1);
  expect(snapshot.pools[0]?.pair).toBe(pair);
  expect(snapshot.pools[0]?.coinReserve).toBeGreaterThan(10n ** 20n);
  // the owner is in storage twice, the pool once
  expect(snapshot.keys).toEqual([sandbox.accounts[0]]);
  expect(snapshot.buyers?.length).toBe(8);
});
