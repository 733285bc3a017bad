import { expect, test } from "vitest";
import { ASK, requestInText } from "./read-text.ts";

const EVM = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
const MINT = "DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263";

test.each([
  ["$PEPE", { coin_symbol: "PEPE" }],
  [" $PEPE  on Base\n", { coin_symbol: "PEPE", chain_id: "8453" }],
  [`$PEPE ${EVM}`, { coin_symbol: "PEPE", contract_address: EVM }],
  [`$pepe ${EVM} on 56`, { coin_symbol: "pepe", contract_address: EVM, chain_id: "56" }],
  [`$BONK ${MINT} on solana`, { coin_symbol: "BONK", contract_address: MINT, chain_id: "solana" }],
  ["$1INCH", { coin_symbol: "1INCH" }],
  ["$USDC.e", { coin_symbol: "USDC.e" }],
  [' {"coin_symbol": "OAK", "chain_id": "56"}\n', { coin_symbol: "OAK", chain_id: "56" }],
])("%s is understood", (text, request) => {
  expect(requestInText(text)).toEqual(request);
});

test.each([
  "",
  "hello",
  "PEPE",
  "is $PEPE safe?",
  "Thoughts on SOL",
  "GM on base",
  "100 on eth",
  `analyze ${EVM}`,
  "$PEPE on mars",
  "$PEPE on constructor",
  EVM,
  `$PEPE ${EVM} 1`,
  `$PEPE ${EVM} on`,
  "$PEPE; $OAK",
  "$PEPE.",
  "$-",
  "$20",
  "$0.02",
  "$1.5k on base",
  "$10M",
  '{"coin_symbol": "OAK"',
  "{}}",
])("%j is not, and costs nothing", (text) => {
  expect(requestInText(text)).toBeUndefined();
});

test("what is asked back has texts that are understood", () => {
  const [, ...quoted] = /"(\$PEPE)", "(\$PEPE on base)" or "(\$PEPE 0x[^"]*)"/.exec(ASK) ?? [];
  expect(quoted.map(requestInText)).toEqual([
    { coin_symbol: "PEPE" },
    { coin_symbol: "PEPE", chain_id: "8453" },
    { coin_symbol: "PEPE", contract_address: EVM, chain_id: "1" },
  ]);
});
