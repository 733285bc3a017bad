import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The classes of the ground truth: what its authors call Mint, Leak and Limit. */
export const classes = ["Mint", "Leak", "Limit"] as const;
export type Class = (typeof classes)[number];

/** One labelled contract and what is at hand of it. */
export interface Labelled {
  address: string;
  /** Undefined: a known-good token, without labels by class. */
  labels: Record<Class, boolean> | undefined;
  source: string | undefined;
  /** Runtime bytecode, 0x. */
  runtime: string | undefined;
  /** Creation bytecode with its arguments, 0x. */
  creation: string | undefined;
}

const rowsOf = (file: string): Record<string, string>[] => {
  const [head = "", ...lines] = readFileSync(file, "utf8").split(/\r?\n/).filter(Boolean);
  const names = head.split(",");
  return lines.map((line) => {
    const cells = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""]));
  });
};

/** Files of a folder by the lower-case address in their names. */
function filesByAddress(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names.flatMap((name) => {
      const address = /0x[0-9a-f]{40}/i.exec(name)?.[0].toLowerCase();
      return address === undefined ? [] : [[address, join(folder, name)] as const];
    }),
  );
}

const textOf = (file: string | undefined): string | undefined => (file === undefined ? undefined : readFileSync(file, "utf8"));
const hexOf = (file: string | undefined): string | undefined => {
  const text = textOf(file)?.trim();
  return text === undefined || text === "" ? undefined : `0x${text.replace(/^0x/, "")}`;
};

/** The labelled rug pulls of `crpwarner_rugpull`, in the order of their table. */
export function rugPulls(dataset: string): Labelled[] {
  const folder = join(dataset, "groundtruth");
  const [sources, codes] = [filesByAddress(join(folder, "sol")), filesByAddress(join(folder, "hex"))];
  return rowsOf(join(folder, "labels.csv")).map((row) => {
    const address = (row["address"] ?? "").toLowerCase();
    return {
      address,
      labels: { Mint: row["Mint"] === "1", Leak: row["Leak"] === "1", Limit: row["Limit"] === "1" },
      source: textOf(sources.get(address)),
      runtime: hexOf(codes.get(address)),
      creation: undefined,
    };
  });
}

/** The known-good tokens of `clean_erc20`, in the order of their table. */
export function knownGood(dataset: string): Labelled[] {
  const sources = filesByAddress(join(dataset, "trapdoor_nonmalicious_sol"));
  const codes = filesByAddress(join(dataset, "trapdoor_nonmalicious_hex"));
  return rowsOf(join(dataset, "labels.csv")).flatMap((row) => {
    const address = (row["address"] ?? "").toLowerCase();
    const [source, runtime] = [textOf(sources.get(address)), hexOf(codes.get(address))];
    return source === undefined && runtime === undefined ? [] : [{ address, labels: undefined, source, runtime, creation: undefined }];
  });
}
