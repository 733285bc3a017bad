import { expect, test } from "vitest";
import { hashOf } from "./evidence-cache.ts";

const evm = { chain_id: "1", contract_address: "0xAbC", coin_symbol: "PEPE" } as const;
const solana = { chain_id: "solana", contract_address: "AbC", coin_symbol: "WIF" } as const;

test("case means nothing in an EVM address and everything in a Solana one", () => {
  expect(hashOf(evm, "1")).toBe(hashOf({ ...evm, contract_address: "0xabc" }, "1"));
  expect(hashOf(solana, "1")).not.toBe(hashOf({ ...solana, contract_address: "abc" }, "1"));
});

test("version, chain, address and symbol each make another key", () => {
  const { contract_address: _, ...bare } = evm;
  const keys = [
    hashOf(evm, "1"),
    hashOf(evm, "2"),
    hashOf({ ...evm, chain_id: "56" }, "1"),
    hashOf(bare, "1"),
    hashOf({ ...evm, coin_symbol: "X" }, "1"),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});
