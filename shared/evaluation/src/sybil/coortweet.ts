import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationInput } from "../evaluation.ts";
import { accountsOf, detectGroups, networkOf, type Share, type SharePair } from "./coortweet-reference.ts";
import { readQuotedCsv } from "./read.ts";

const RESULT = /^(\w+?)_result_tw(\d+)_mp(\d+)\.csv$/;
const EDGES = /^(\w+?)_edges_tw(\d+)_mp(\d+)_ew([\d.]+)\.csv$/;

const keyOf = ({ object, contents, apart }: Omit<SharePair, "accounts">): string => [object, ...contents.toSorted(), apart].join(" ");

/** How many of `found` are among `expected`, equal ones as often as they are there. */
function inCommon(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const key of expected) left.set(key, (left.get(key) ?? 0) + 1);
  return found.filter((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count > 0;
  }).length;
}

/** Our definition of co-action without its bounds against what CooRTweet itself published: every pair and every edge. */
export function evaluateCoortweet(folder: string, { say }: EvaluationInput): void {
  const expected = join(folder, "expected");
  const files = existsSync(expected) ? readdirSync(expected).toSorted() : [];
  for (const file of files) {
    const [, prefix, window, participation, quantile] = EDGES.exec(file) ?? RESULT.exec(file) ?? [];
    if (prefix === undefined) continue;
    const shares = sharesFor(folder, prefix);
    if (!shares) {
      say(`coortweet ${file}: no rows of acts (${prefix}*.csv.gz) beside it`);
      continue;
    }
    const pairs = detectGroups(shares, { window: Number(window), participation: Number(participation) });
    const { edges, heavy } = networkOf(pairs, Number(quantile ?? 0.5));
    const rows = readQuotedCsv(join(expected, file));
    const [found, published] =
      quantile === undefined
        ? [
            pairs.map(keyOf),
            rows.map(({ object_id = "", content_id = "", content_id_y = "", time_delta }) =>
              keyOf({ object: object_id, contents: [content_id, content_id_y], apart: Number(time_delta) }),
            ),
          ]
        : [
            heavy.map(({ accounts, weight }) => [...accounts, weight].join(" ")),
            rows.map(({ from = "", to = "", weight }) => [...[from, to].toSorted(), weight].join(" ")),
          ];
    say(
      `coortweet ${file}: ${inCommon(found, published)} of ${published.length} published rows identical, ours ${found.length}; ${accountsOf(pairs).size} accounts, ${edges.length} edges, above the median ${accountsOf(heavy).size} accounts and ${heavy.length} edges`,
    );
  }
  if (!files.some((file) => EDGES.test(file) || RESULT.test(file))) say("coortweet: no published outputs in expected/");
}

function sharesFor(folder: string, prefix: string): Share[] | undefined {
  for (const file of readdirSync(folder).filter((name) => name.startsWith(prefix) && /\.csv(?:\.gz)?$/.test(name))) {
    const rows = readQuotedCsv(join(folder, file));
    if (rows[0]?.["object_id"] === undefined) continue;
    return rows.map(({ object_id = "", account_id = "", content_id = "", timestamp_share }) => ({
      object: object_id,
      account: account_id,
      content: content_id,
      at: Number(timestamp_share),
    }));
  }
  return undefined;
}
