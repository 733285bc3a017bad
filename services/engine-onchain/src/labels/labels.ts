import { readFileSync } from "node:fs";
import { AddressText, type EvmChainId } from "@token-sentiment/evm";
import { z } from "zod";
import own from "../../labels.json" with { type: "json" };

/**
 * What a known address is. `exchange`: a custodial exchange's wallet. `locker`: keeps pool shares for others. `burn`: nobody has its key.
 * `bridge`, `router`: holds or passes on what belongs to others. `positions`: keeps V3 positions for others.
 */
const Kind = z.enum(["exchange", "locker", "burn", "bridge", "router", "positions"]);

/** One known address; `chain` "*" = on every chain. `source` says who says so. */
const Label = z.strictObject({
  chain: z.enum(["1", "56", "8453", "*"]),
  address: AddressText,
  kind: Kind,
  name: z.string().min(1).max(80),
  source: z.string().min(1),
  /** How a locker is asked until when it keeps what it holds. */
  locks: z.enum(["uncx-v2"]).optional(),
});

/** A file of labels, as docs/labels.md describes it. */
const LabelFile = z.strictObject({ labels: z.array(Label).max(200_000) });

/** Known addresses of one chain. */
export interface Labels {
  /** Addresses of those kinds, in lower case. */
  of: (...kinds: z.infer<typeof Kind>[]) => string[];
  /** Lockers that are asked until when they keep what they hold, in lower case. */
  timed: ReadonlySet<string>;
}

/** A file of labels that cannot be used. */
export class LabelFileError extends Error {
  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`the label file ${file} cannot be used: ${reason}`, options);
    this.name = "LabelFileError";
  }
}

/** Reads our own labels and, if a path is given, those of that file beside them. @throws LabelFileError with everything that is wrong with it. */
export function openLabels(extraFile: string): (chain: EvmChainId) => Labels {
  const labels = [...LabelFile.parse(own).labels, ...(extraFile === "" ? [] : labelsIn(extraFile))];
  const chains = new Map<EvmChainId, Labels>();
  return (chain) => {
    const known = chains.get(chain) ?? labelsOf(labels.filter((label) => label.chain === chain || label.chain === "*"));
    chains.set(chain, known);
    return known;
  };
}

function labelsOf(labels: readonly z.infer<typeof Label>[]): Labels {
  const timed = labels.flatMap(({ kind, locks, address }) => (kind === "locker" && locks !== undefined ? [address.toLowerCase()] : []));
  return {
    timed: new Set(timed),
    of: (...kinds) => labels.filter(({ kind }) => kinds.includes(kind)).map(({ address }) => address.toLowerCase()),
  };
}

function labelsIn(file: string): z.infer<typeof Label>[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new LabelFileError(file, "it is no JSON file that can be read", { cause: error });
  }
  const { data, error } = LabelFile.safeParse(content);
  if (!data) throw new LabelFileError(file, z.prettifyError(error));
  return data.labels;
}
