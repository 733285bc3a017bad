import { assert, bigInt, boolean, property, record, uint8Array } from "fast-check";
import { type Abi, bytesToHex, decodeEventLog, encodeAbiParameters, encodeEventTopics, type Hex, parseAbi } from "viem";
import { expect, test } from "vitest";
import { decoderOf } from "./decode.ts";

const token = `0x${"11".repeat(20)}`;
const pool = `0x${"22".repeat(20)}`;
const abi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Sync(uint112 reserve0, uint112 reserve1)",
  "event Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)",
]);
const v3 = parseAbi([
  "event Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)",
]);

const address = uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => bytesToHex(bytes));
const uint = (bits: bigint) => bigInt({ min: 0n, max: 2n ** bits - 1n });
const int = bigInt({ min: -(2n ** 200n), max: 2n ** 200n });
const values = record({
  from: address,
  to: address,
  first: uint(112n),
  second: uint(112n),
  third: uint(112n),
  fourth: uint(112n),
  up: int,
  down: int,
  tokenFirst: boolean(),
});

/** A log of that event, and what viem reads in it. */
function told(of: Abi, eventName: string, { indexed, data }: { indexed: Record<string, Hex>; data: [type: string, value: bigint][] }) {
  const topics = encodeEventTopics({ abi: of, eventName, args: indexed });
  const types = data.map(([type]) => ({ type }));
  const log = {
    topics: topics.flat().flatMap((topic) => topic ?? []),
    data: encodeAbiParameters(
      types,
      data.map(([, value]) => value),
    ),
  };
  const [signature = "0x", ...rest] = log.topics;
  return { log, args: decodeEventLog({ abi: of, data: log.data, topics: [signature, ...rest] }).args };
}
const at = { blockNumber: "0x1", logIndex: "0x0", transactionHash: "0xaa" };

test("what is read by hand is what viem reads: transfers, reserves and swaps of V2 and V3, whichever token is the first", () => {
  assert(
    property(values, ({ from, to, first, second, third, fourth, up, down, tokenFirst }) => {
      const decode = decoderOf({ token, tokenFirst });
      const sides = (a: unknown, b: unknown) => (tokenFirst ? { token: a, coin: b } : { token: b, coin: a });
      const low = (text: unknown): string => String(text).toLowerCase();
      const gain = (value: unknown): bigint => (BigInt(String(value)) > 0n ? BigInt(String(value)) : 0n);
      const loss = (value: unknown): bigint => gain(-BigInt(String(value)));

      const transfer = told(abi, "Transfer", { indexed: { from, to }, data: [["uint256", first]] });
      const moved = transfer.args as unknown as Record<string, unknown>;
      expect(decode({ ...at, ...transfer.log, address: token })).toMatchObject({
        from: low(moved["from"]),
        to: low(moved["to"]),
        amount: moved["value"],
      });

      const sync = told(abi, "Sync", {
        indexed: {},
        data: [
          ["uint112", first],
          ["uint112", second],
        ],
      });
      const held = sync.args as unknown as Record<string, unknown>;
      expect(decode({ ...at, ...sync.log, address: pool })).toMatchObject({
        kind: "sync",
        reserves: sides(held["reserve0"], held["reserve1"]),
      });

      const amounts: [string, bigint][] = [first, second, third, fourth].map((value) => ["uint256", value]);
      const swap = told(abi, "Swap", { indexed: { sender: from, to }, data: amounts });
      const traded = swap.args as unknown as Record<string, unknown>;
      expect(decode({ ...at, ...swap.log, address: pool })).toMatchObject({
        in: sides(traded["amount0In"], traded["amount1In"]),
        out: sides(traded["amount0Out"], traded["amount1Out"]),
        to: low(traded["to"]),
      });

      const words: [string, bigint][] = [
        ["int256", up],
        ["int256", down],
        ["uint160", first + 1n],
        ["uint128", second],
        ["int24", -5n],
      ];
      const swapped = told(v3, "Swap", { indexed: { sender: from, recipient: to }, data: words });
      const given = swapped.args as unknown as Record<string, unknown>;
      expect(decode({ ...at, ...swapped.log, address: pool })).toMatchObject({
        in: sides(gain(given["amount0"]), gain(given["amount1"])),
        out: sides(loss(given["amount0"]), loss(given["amount1"])),
        to: low(given["recipient"]),
      });
    }),
  );
});
