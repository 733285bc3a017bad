import type { Transfer } from "../pool/pool-event.ts";

/** What a token's own transfers say about its supply. */
export interface SupplyJump {
  /** Minted in the window less burned by transfers to nobody, of the supply before it; 0 of a token that was born in the window. */
  share: number;
  /** Whether all there is was minted in the window. */
  born: boolean;
  /** Whether somebody who was given new tokens sold some in the window. */
  sold: boolean;
}

const NOBODY = `0x${"0".repeat(40)}`;

/** Tokens made in the window: transfers from nobody. A mint without its event is not seen. */
export function supplyJumpOf(
  transfers: readonly Transfer[],
  { supply, sellers }: { supply: bigint; sellers: ReadonlySet<string> },
): SupplyJump {
  let grown = 0n;
  let sold = false;
  for (const { from, to, amount } of transfers) {
    if (from === NOBODY && to !== NOBODY) {
      grown += amount;
      sold ||= sellers.has(to);
    } else if (to === NOBODY && from !== NOBODY) grown -= amount;
  }
  const before = supply - grown;
  if (before <= 0n) return { share: 0, born: grown > 0n, sold };
  return { share: Number(grown) / Number(before), born: false, sold };
}
