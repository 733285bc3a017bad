import { type Hex, toFunctionSelector } from "viem";
import type { PowerName } from "./effect.ts";

/** Functions whose names tell what they are for, where nothing can be tried. A name proves nothing. */
const SIGNATURES: Record<PowerName, readonly string[]> = {
  mint: [
    "mint(address,uint256)",
    "mint(uint256)",
    "issue(uint256)",
    "mintTo(address,uint256)",
    "mintTokens(uint256)",
    "mintToken(address,uint256)",
  ],
  destroy: [
    "destroyBlackFunds(address)",
    "burn(address,uint256)",
    "wipeFrozenAddress(address)",
    "forceTransfer(address,address,uint256)",
    "seize(address,uint256)",
    "confiscate(address,uint256)",
  ],
  block: [
    "pause()",
    "blacklist(address)",
    "addBlackList(address)",
    "setBlacklist(address,bool)",
    "blacklistAddress(address,bool)",
    "freeze(address)",
    "freezeAccount(address,bool)",
    "addBot(address)",
    "setBots(address[])",
    "blockBots(address[])",
  ],
  "raise tax": [
    "setFee(uint256)",
    "setTax(uint256)",
    "setSellFee(uint256)",
    "setSellTax(uint256)",
    "setFees(uint256,uint256)",
    "setTaxes(uint256,uint256)",
    "setTaxFeePercent(uint256)",
  ],
  inflate: [],
  open: [],
  "take back": [],
};

const known = Object.fromEntries(Object.entries(SIGNATURES).map(([name, all]) => [name, all.map((one) => toFunctionSelector(one))]));

/** The selectors of such functions that the bytecode offers. */
export const selectorsOf = (name: PowerName, { selectors }: { selectors: readonly Hex[] | undefined }): Hex[] =>
  (selectors ?? []).filter((selector) => known[name]?.includes(selector));
