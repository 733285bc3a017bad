import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { GoplusAnswer, goplusOpinion } from "../src/checkers/goplus-answer.ts";
import { HoneypotIsAnswer, honeypotIsOpinion } from "../src/checkers/honeypot-is-answer.ts";
import type { Opinion } from "../src/checkers/opinion.ts";

/** Real answers, recorded; they lie beside the project and are not part of it. */
const folder = process.env["RECORDINGS"] ?? new URL("../../../../shared/recordings/", import.meta.url).pathname;
const there = existsSync(`${folder}/goplus_evm`) && existsSync(`${folder}/honeypot_is`);
const files = (of: string): string[] => (there ? readdirSync(`${folder}/${of}`) : []);
const read = (file: string): unknown => JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));

/** An opinion on one line: what it claims, in its own fields. */
function outline({ stuck, buyTaxBps, sellTaxBps, powers, impossibleShares }: Opinion): string {
  const claims = [stuck, buyTaxBps, sellTaxBps, ...Object.values(powers)].flatMap((claim) => claim?.by ?? []);
  return [...claims, ...(impossibleShares ? ["impossible shares"] : [])].join(" ");
}

test.skipIf(!there)("every recorded answer of GoPlus parses, and says what it says and no more", () => {
  const said = files("goplus_evm").map((file) => {
    const { result } = GoplusAnswer.parse(read(`goplus_evm/${file}`));
    const opinions = Object.values(result ?? {}).map((token) => outline(goplusOpinion(token, { complete: true })));
    return [file.replace(/\..*$/, ""), ...opinions];
  });
  expect(said).toMatchInlineSnapshot(`
    [
      [
        "juju_eth_teamfinance_locked_TRIMMED",
        "is_honeypot=0 buy_tax=0 sell_tax=0 is_mintable=0 owner_change_balance=0 is_blacklisted=0 slippage_modifiable=1 can_take_back_ownership=0 hidden_owner=0",
      ],
      [
        "kokodi_eth_honeypot",
        "is_honeypot=1 buy_tax=0 sell_tax=0 is_mintable=1 owner_change_balance=1 is_blacklisted=0 slippage_modifiable=0 can_take_back_ownership=0 hidden_owner=1 impossible shares",
      ],
      [
        "ren_eth_2021_OLD_SCHEMA_TRIMMED",
        "is_honeypot=0 buy_tax=0 sell_tax=0 is_mintable=0 transfer_pausable=1 slippage_modifiable=0 can_take_back_ownership=0",
      ],
      [
        "supported_chains_2021_TRIMMED",
      ],
      [
        "univ2_lp_token_eth_not_in_dex",
        "is_honeypot=0 buy_tax=0.05 sell_tax=0.0493 is_mintable=1 owner_change_balance=0 is_blacklisted=0 slippage_modifiable=0 can_take_back_ownership=0 hidden_owner=0",
      ],
      [
        "vakg_bsc_pinklock_locked_detail",
        "is_honeypot=0 buy_tax=0 sell_tax=0 is_mintable=0 owner_change_balance=0 is_blacklisted=0 slippage_modifiable=0 can_take_back_ownership=0 hidden_owner=0",
      ],
      [
        "weth_eth_bluechip",
        "is_honeypot=0 buy_tax=0 sell_tax=0 is_mintable=0 owner_change_balance=0 is_blacklisted=0 slippage_modifiable=0 can_take_back_ownership=0 hidden_owner=0",
      ],
    ]
  `);
});

test.skipIf(!there)("every recorded answer of honeypot.is parses, and says what it says and no more", () => {
  const said = files("honeypot_is").map((file) => [
    file.replace(/\..*$/, ""),
    outline(honeypotIsOpinion(HoneypotIsAnswer.parse(read(`honeypot_is/${file}`)))),
  ]);
  expect(said).toMatchInlineSnapshot(`
    [
      [
        "usdc_eth_DOCS_EXAMPLE",
        "isHoneypot=false buyTax=0% sellTax=0%",
      ],
      [
        "weth_eth_2026-10-08",
        "isHoneypot=false buyTax=0% sellTax=0%",
      ],
    ]
  `);
});
