import { readFileSync } from "node:fs";
import { Evidence, JobRow, Request } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { fold } from "./fold.ts";
import { modelOf } from "./model-file.ts";
import { rederive } from "./rederive.ts";

/** A job and its row as the release wrote it that shipped that version; never edited. */
const Settled = z.object({
  input: z.object({
    request: Request,
    requestAt: z.int(),
    evidence: z.array(z.object({ evidence: Evidence, at: z.int(), seq: z.int() })),
  }),
  modelVersion: z.string(),
  used: z.array(z.int()),
  row: JobRow,
});
const settledBy = (version: string) =>
  Settled.parse(JSON.parse(readFileSync(new URL(`../golden/${version}.json`, import.meta.url), "utf8")));

test("a row of expert-2, in which a group of several engines counted whole, is folded to the same bytes again", () => {
  const { input, modelVersion, used, row } = settledBy("expert-2");
  const again = fold(input, modelOf(modelVersion));
  expect([again.modelVersion, again.used]).toEqual(["expert-2", used]);
  expect(JSON.stringify(again.row)).toBe(JSON.stringify(row));
  expect({ job_id: row.job_id, coin_symbol: input.request.coin_symbol, ...rederive(again.report) }).toEqual(row);
  // The version after it holds who borrows a group within its cap: this job tells the two apart.
  expect(fold(input).row).not.toEqual(row);
});
