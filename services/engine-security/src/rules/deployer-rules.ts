import { rule } from "@token-sentiment/engine";
import { zeroAddress } from "viem";
import type { Facts } from "../facts.ts";
import { silent } from "./weights.ts";

/** Who created it, as far as the logs at hand say. */
const deployerOf = ({ snapshot }: Facts) => snapshot.handovers?.find(({ from }) => from === zeroAddress)?.to;

/** S30: what else its deployer made is in no node's keyless answer; the line says so, and who the deployer is where it can be read. */
export const deployerRules = [
  rule<Facts>(
    "deployer",
    {
      label: "SECURITY",
      group: "deployer",
      status: "unknown",
      source: "eth_getLogs",
      values: (facts) => ({ deployer: deployerOf(facts) ?? "" }),
    },
    ({ isContract }) => isContract,
    (facts) => {
      const deployer = deployerOf(facts);
      return deployer === undefined
        ? "who deployed it is not in the logs at hand: its other tokens are not known"
        : `deployed by ${deployer}, whose other tokens are not known without an explorer`;
    },
    silent,
  ),
];
