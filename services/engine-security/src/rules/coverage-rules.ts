import { rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { silent } from "./weights.ts";

const moved = ({ insteadOf, snapshot }: Facts): boolean => insteadOf !== undefined && insteadOf !== snapshot.block.number;

/** What limits all other lines. */
export const coverageRules = [
  rule<Facts>(
    "other_block",
    {
      label: "SECURITY",
      severity: 0,
      source: "eth_getBlockByNumber",
      values: ({ snapshot, insteadOf }) => ({ block: String(snapshot.block.number), instead_of: String(insteadOf ?? "") }),
    },
    moved,
    ({ snapshot, insteadOf }) => `judged at block ${snapshot.block.number}: no RPC endpoint had the state of block ${insteadOf} any longer`,
    silent,
  ),
];
