import type { Chain } from "@token-sentiment/evm";
import { type Abi, type Address, concatHex, encodeAbiParameters, type Hex } from "viem";
import type { Compiled } from "./compile-source.ts";
import { argumentsFor, constructorInputs } from "./constructor-arguments.ts";
import type { Ledger } from "./ledger.ts";
import { selectorsOf } from "./stage-token.ts";

/** The contract of a source that its address holds: most of the selectors on chain, else the one with the largest code. */
export function tokenAmong(contracts: readonly Compiled[], runtime: string | undefined): Compiled | undefined {
  const tokens = contracts.filter(({ abi }) => ["a9059cbb", "70a08231", "18160ddd"].every((needed) => selectorsOf(abi).includes(needed)));
  // of contracts with the same code the one that inherits does more at its creation
  const score = ({ abi, runtime: own, creation }: Compiled): number => {
    const atCreation = (creation.length - own.length) / 1_000_000;
    if (runtime === undefined) return own.length + atCreation;
    const selectors = selectorsOf(abi);
    const there = selectors.filter((selector) => runtime.includes(selector)).length;
    return there * 1000 - (selectors.length - there) * 1000 - Math.abs(runtime.length - own.length) / 1000 + atCreation;
  };
  return tokens.toSorted((a, b) => score(b) - score(a))[0];
}

/** Deploys with guessed arguments; undefined: every guess reverted. */
export async function deploySource(
  ledger: Ledger,
  { abi, creation }: { abi: Abi; creation: Hex },
  { source, chain, owner, others }: { source: string; chain: Chain; owner: Address; others: readonly Address[] },
): Promise<Address | undefined> {
  const inputs = constructorInputs(abi);
  const tries = argumentsFor(inputs, { chain, owner, others });
  const attempt = async (): Promise<Address | undefined> => {
    for (const args of tries) {
      const data = concatHex([creation, encodeAbiParameters(inputs, args)]);
      const deployed = (await ledger.send({ from: owner, data })) ?? (await ledger.send({ from: owner, data, value: 10n ** 18n }));
      if (typeof deployed === "string") return deployed;
    }
    return undefined;
  };
  return (await attempt()) ?? (await standIn(ledger, source, chain), attempt());
}

/** A router at every address that the source spells and where nothing stands: constructors ask the exchange of another chain for a pool. */
async function standIn(ledger: Ledger, source: string, { exchanges: [exchange] }: Chain): Promise<void> {
  const code = await ledger.request("eth_getCode", [exchange?.router, "latest"]);
  for (const [address] of source.matchAll(/0x[0-9a-fA-F]{40}\b/g)) {
    if ((await ledger.request("eth_getCode", [address, "latest"])) === "0x") await ledger.request("anvil_setCode", [address, code]);
  }
}
