import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Hex, isHex } from "viem";
import { z } from "zod";
import { csvRows } from "../csv.ts";
import type { Sample } from "./sample.ts";

/** The labelled rug pulls of a folder like `crpwarner_rugpull`: `groundtruth/labels.csv`, and beside it `hex` and `sol`. Empty when it has no labels. */
export async function readRugPulls(folder: string): Promise<Sample[]> {
  const home = join(folder, "groundtruth");
  const [hex, sol] = [filesIn(join(home, "hex"), ".hex"), filesIn(join(home, "sol"), ".sol")];
  const rows = await rowsOf(join(home, "labels.csv"));
  return rows.map((row) => {
    const address = row["address"] ?? "";
    const is = (label: string) => row[label] === "1";
    return {
      address,
      name: "",
      source: sol(address),
      runtime: code(hex(address)),
      creation: undefined,
      truth: { Mint: is("Mint"), Limit: is("Limit"), Leak: is("Leak") },
    };
  });
}

/** Contracts whose code was kept as it was sent, by address. */
const Deployed = z.object({ address: z.string(), creation_bytecode: z.string(), constructor_argument: z.string().nullish() });

/**
 * The known-good tokens of a folder like `clean_erc20`: those of `labels.csv`, and those of `solmigrator_real_erc20` that one of the two
 * lists of healthy tokens names; the rest of that folder is not vetted. Empty when none of these files is there.
 */
export async function readKnownGood(folder: string): Promise<Sample[]> {
  const [hex, sol] = ["hex", "sol"].map((kind) => filesIn(join(folder, `trapdoor_nonmalicious_${kind}`), `.${kind}`));
  const kept = join(folder, "solmigrator_real_erc20");
  const info = new Map(
    readdirOr(kept, ".info.json").map((file) => {
      const read = Deployed.parse(JSON.parse(readFileSync(join(kept, file), "utf8")));
      const source = textOr(join(kept, file.replace(/\.info\.json$/, ".sol")));
      return [read.address.toLowerCase(), { ...read, source, name: file.split("_")[0] ?? "" }];
    }),
  );
  const [labels = [], ...listed] = await Promise.all(
    ["labels.csv", "trapdoor_non_malicious_list.csv", "mazorra_healthy_tokens.csv"].map((file) => rowsOf(join(folder, file))),
  );
  const labelled = labels.map((row) => ({ address: row["address"] ?? "", name: row["name"] ?? "" }));
  const known = new Set(labelled.map(({ address }) => address.toLowerCase()));
  const also = [...new Set(listed.flat().map((row) => (row["token_address"] ?? "").toLowerCase()))]
    .filter((address) => info.has(address) && !known.has(address))
    .map((address) => ({ address, name: info.get(address)?.name ?? "" }));
  return [...labelled, ...also].map(({ address, name }): Sample => {
    const built = info.get(address.toLowerCase());
    return {
      address,
      name,
      source: sol?.(address) ?? built?.source,
      runtime: code(hex?.(address)),
      creation: built && code(`${built.creation_bytecode}${built.constructor_argument ?? ""}`),
      truth: undefined,
    };
  });
}

const readdirOr = (folder: string, suffix: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(suffix))
        .toSorted()
    : [];
const textOr = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, "utf8") : undefined);
const rowsOf = async (file: string): Promise<Record<string, string>[]> => (existsSync(file) ? Array.fromAsync(csvRows(file)) : []);

/** Reads the file that is named for an address, whatever its case. */
function filesIn(folder: string, suffix: string): (address: string) => string | undefined {
  const byAddress = new Map(readdirOr(folder, suffix).map((file) => [file.slice(0, -suffix.length).toLowerCase(), join(folder, file)]));
  return (address) => {
    const file = byAddress.get(address.toLowerCase());
    return file === undefined ? undefined : readFileSync(file, "utf8");
  };
}

function code(text: string | undefined): Hex | undefined {
  const digits = text?.trim().replace(/^0x/, "");
  const hex = `0x${digits ?? ""}`;
  return digits && isHex(hex) ? hex : undefined;
}
