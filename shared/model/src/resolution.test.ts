import { expect, test } from "vitest";
import type { Request, Token } from "@token-sentiment/contract";
import { requestFor } from "./evidence-for-tests.ts";
import { isResolved, resolutionLine } from "./resolution.ts";

const { contract_address: _, ...rest } = requestFor("market");
const request: Request = { ...rest, coin_symbol: "WIF", chain_id: "1" };
const address = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
const token = (more: Partial<Token> = {}): Token => ({
  job_id: request.job_id,
  chain_id: "1",
  coin_symbol: "WIF",
  ambiguous: false,
  candidates: [],
  source: "dexscreener",
  ...more,
});

test("a request that names its contract needs no line", () => {
  expect(resolutionLine({ ...request, contract_address: address }, undefined)).toBeUndefined();
});

test("it says what was judged, from where, and what came close", () => {
  const candidates = [1, 2, 3].map((n) => ({ chain_id: "1", contract_address: n === 1 ? address : `0x${n}`, liquidity_usd: 1000 * n }));
  expect(resolutionLine(request, token({ contract_address: address, candidates, ambiguous: true }))).toBe(
    "WIF was judged as 0x698250…1933 on chain 1 (dexscreener), ambiguous: 2 other markets of that symbol come close",
  );
});

test("it says when the largest market by far is on another chain", () => {
  const candidates = [{ chain_id: "solana", contract_address: "EKpQ", liquidity_usd: 12_345_678 }];
  expect(resolutionLine(request, token({ candidates }))).toBe(
    "no contract of WIF was found on chain 1 (dexscreener); its largest market is on solana (liquidity 12,345,678 USD)",
  );
});

test("a major coin is judged by its symbol, and no contract is missing", () => {
  expect(resolutionLine({ ...request, coin_symbol: "BTC" }, token({ native: true }))).toMatch(/^BTC is a major coin/);
  expect(isResolved(request, token({ native: true }))).toBe(true);
  expect(isResolved(request, token())).toBe(false);
  expect(isResolved(request, undefined)).toBe(false);
});

test("a resolver that gave no answer is said", () => {
  expect(resolutionLine(request, undefined)).toBe("WIF was not resolved to a contract: the resolver gave no answer");
});
