import { existsSync } from "node:fs";
import { join } from "node:path";
import { liquidityBand } from "@token-sentiment/engine-solana";
import { csvRows } from "../csv.ts";
import type { EvaluationInput } from "../evaluation.ts";
import { figure, type Counts, scores, share } from "../score.ts";
import { areaUnderCurve } from "./area-under-curve.ts";

/** One mint of one pool in one year. */
interface Leg {
  pool: string;
  mint: string;
  added: number;
  removed: number;
  adds: number;
  removes: number;
  inactive: boolean;
}

const YEARS = ["2021", "2022"];
const USD = ["EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"];
const SOL = "So11111111111111111111111111111111111111112";

async function legsOf(file: string): Promise<{ legs: Leg[]; left: number }> {
  const legs: Leg[] = [];
  let left = 0;
  for await (const row of csvRows(file)) {
    const [added, removed, adds, removes] = [
      "TOTAL_ADDED_LIQUIDITY",
      "TOTAL_REMOVED_LIQUIDITY",
      "NUM_LIQUIDITY_ADDS",
      "NUM_LIQUIDITY_REMOVES",
    ].map((column) => (row[column] === "" ? Number.NaN : Number(row[column])));
    const label = row["INACTIVITY_STATUS"];
    const leg = {
      pool: row["LIQUIDITY_POOL_ADDRESS"] ?? "",
      mint: row["MINT"] ?? "",
      added: added ?? Number.NaN,
      removed: removed ?? Number.NaN,
      adds: adds ?? Number.NaN,
      removes: removes ?? Number.NaN,
    };
    const whole = [leg.added, leg.removed, leg.adds, leg.removes].every(Number.isFinite) && leg.added > 0;
    if (whole && (label === "Active" || label === "Inactive")) legs.push({ ...leg, inactive: label === "Inactive" });
    else left += 1;
  }
  return { legs, left };
}

const removedShare = ({ added, removed }: Leg): number => Math.min(1, removed / added);
const isToken = ({ mint }: Leg): boolean => mint !== SOL && !USD.includes(mint);
/** What is left of the dollar leg, twice: the other leg is worth the same. Trades moved it too, and the columns do not say how far. */
const netUsd = ({ added, removed }: Leg): number => 2 * Math.max(0, added - removed);

function count(legs: readonly Leg[], says: (leg: Leg) => boolean): Counts {
  const of = (said: boolean, inactive: boolean) => legs.filter((leg) => says(leg) === said && leg.inactive === inactive).length;
  return { truePositives: of(true, true), falsePositives: of(true, false), falseNegatives: of(false, true) };
}

function line(what: string, legs: readonly Leg[], says: (leg: Leg) => boolean): string {
  const counts = count(legs, says);
  const { precision, recall, f1 } = scores(counts);
  const said = counts.truePositives + counts.falsePositives;
  return `  ${what}: says it of ${share(said, legs.length)}, precision ${figure(precision)} recall ${figure(recall)} F1 ${figure(f1)}`;
}

const columns: [name: string, value: (leg: Leg) => number][] = [
  ["share of liquidity removed", removedShare],
  ["liquidity added (less = more suspect)", ({ added }) => -added],
  ["adds (fewer)", ({ adds }) => -adds],
  ["removes (fewer)", ({ removes }) => -removes],
];

/** Reads the years that are there, and prints what single columns and the engine's own liquidity bands say of the label. */
export async function evaluateSolrpds(folder: string, { say, progress }: Pick<EvaluationInput, "say" | "progress">): Promise<void> {
  say(
    "caveat: the label is inactivity (no swap until the year's end), not fraud: a pool that was closed in good order is Inactive, and a rug of December is Active.",
  );
  say(
    "caveat: rows are pool x mint; added and removed are in tokens, without prices or trades. Published random forests (AUC .987) use time stamps that define the label.",
  );
  for (const year of YEARS) {
    const file = join(folder, `${year}.csv.gz`);
    if (!existsSync(file)) {
      say(`skipped: no ${year}.csv.gz`);
      continue;
    }
    progress(`reading ${file}`);
    const { legs, left } = await legsOf(file);
    const tokens = legs.filter(isToken);
    const inactive = tokens.filter((leg) => leg.inactive).length;
    say(
      `${year}: ${legs.length} legs read, ${left} left out (no liquidity added, or no label); ${tokens.length} of tokens, of which ${share(inactive, tokens.length)} Inactive`,
    );
    say(line("said of all", tokens, () => true));
    for (const least of [0.5, 0.9, 0.99]) say(line(`at least ${100 * least} % removed`, tokens, (leg) => removedShare(leg) >= least));
    for (const [name, value] of columns) {
      say(
        `  AUC of ${name}: ${figure(areaUnderCurve(tokens.map((leg) => ({ value: value(leg), positive: leg.inactive }))))} of ${tokens.length}`,
      );
    }
    // the label is the mint's: a dollar never stops trading, so its leg takes the label of the token it was paired with
    const labels = new Map(tokens.map((leg) => [leg.pool, leg.inactive]));
    const dollars = legs.flatMap((leg) =>
      USD.includes(leg.mint) && labels.has(leg.pool) ? [{ ...leg, inactive: labels.get(leg.pool) === true }] : [],
    );
    say(
      `  pools of a token against USDC or USDT: ${dollars.length}, of which ${share(dollars.filter((leg) => leg.inactive).length, dollars.length)} Inactive`,
    );
    say(line("  said of all", dollars, () => true));
    say(line("  net under $1,000 (the engine's worst band)", dollars, (leg) => liquidityBand(netUsd(leg)) === "none"));
    say(line("  net under $10,000 (the engine warns)", dollars, (leg) => liquidityBand(netUsd(leg)) !== "enough"));
  }
}
