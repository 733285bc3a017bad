import { startSandbox } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { startProxy } from "./proxy.ts";
import { startService } from "./start-service.ts";

test("the service answers a request on the broker with evidence, and ends on SIGTERM", async () => {
  await using sandbox = await startSandbox();
  await using broker = await startBroker();
  await using service = await startService(broker, sandbox.rpcUrl);
  const evidence = await service.analyze(sandbox.tokens["OAK"]?.address ?? "");
  expect(evidence).toMatchObject({ outcome: "observed", cached: false });
  expect(evidence.measures.event).toBeLessThan(0.3);
  expect(await service.stop()).toEqual([0, null]);
});

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, "0");
const PER_BLOCK = 300;
/** Somewhat more than the engine reads of one answer. */
const ENOUGH = 8_000;

test("of a day with 180,000 logs the newest are read within its limits and a heap of 100 MB, and the lines say how far that reaches", async () => {
  await using sandbox = await startSandbox();
  await using broker = await startBroker();
  const { address: token = "", pair = "" } = sandbox.tokens["FERN"] ?? {};
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "anvil_mine", params: ["0x258", "0x90"] });
  await fetch(sandbox.rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  const told: number[] = [];
  const tell = ({ from, to, topics }: { from: number; to: number; topics: unknown[] }): object[] | undefined => {
    if (!topics.includes(TRANSFER)) return undefined;
    const count = Math.min(ENOUGH, (to - from + 1) * PER_BLOCK);
    if (count < ENOUGH) told.push(count);
    return Array.from({ length: count }, (_, index) => ({
      address: token,
      topics: [TRANSFER, `0x${word(0x1000 + (index % 500))}`, `0x${word(pair)}`],
      data: `0x${word(10n ** 18n)}`,
      blockNumber: `0x${(from + Math.floor(index / PER_BLOCK)).toString(16)}`,
      logIndex: `0x${(index % PER_BLOCK).toString(16)}`,
      transactionHash: `0x${word(from * 1_000_000 + index)}`,
      blockHash: `0x${word(from)}`,
      transactionIndex: "0x0",
      removed: false,
    }));
  };
  await using proxy = await startProxy(sandbox.rpcUrl, () => undefined, tell);
  await using service = await startService(broker, proxy.url, 100);
  const { signals } = await service.analyze(token);
  const drawdown = signals.find(({ code }) => code === "drawdown");
  const read = Number(/(?:calls and|was over, after) (\d+)/.exec(drawdown?.text ?? "")?.[1]);
  expect(drawdown?.text).toMatch(/in \d+ (h|min) \(cut (after 12 calls and \d+ logs|when the time for logs was over, after \d+)\)/);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThanOrEqual(told.reduce((sum, count) => sum + count, 0));
  expect(proxy.ranges.length).toBeLessThanOrEqual(12);
  const [whole = 0, eighth, ...rest] = proxy.ranges;
  expect(whole).toBeGreaterThan(500);
  expect(eighth).toBe(Math.floor(whole / 8));
  expect(Math.max(...rest) * PER_BLOCK).toBeLessThan(ENOUGH);
});
