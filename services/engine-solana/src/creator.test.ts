import { address } from "@solana/kit";
import { expect, test } from "vitest";
import { Report } from "./checkers/report.ts";
import { creatorOf } from "./creator.ts";

const CREATOR = address("ricEmGn6WZ9kN2ASm1MAt7LoE1hBgu1VcQrjRwkAPfc");
const OTHER = address("64AeW12cWDCLU6Z9moJwGq4dBAAJkoUrjv2vX2wj6FFi");
const mint = { mintAuthority: undefined, freezeAuthority: undefined, supply: 2n ** 63n, decimals: 9, extensions: [], unread: [] };
const holder = (owner: string, percent: number) => ({ account: owner, owner, percent, insider: false, locked: false });
const holders = { list: [holder(CREATOR, 4), holder(OTHER, 9), holder(CREATOR, 3)], source: "rugcheck" as const };
const report = (fields: object) => Report.parse({ mint: OTHER, totalHolders: 500, ...fields });
const curve = { complete: true, soldPercent: 100, creator: CREATOR, quote: undefined };

test("all accounts of the creator count, whoever names the creator", () => {
  expect(creatorOf({ curve, report: undefined, mint, holders })).toEqual({ address: CREATOR, percent: 7, source: "rugcheck" });
  expect(creatorOf({ curve: undefined, report: report({ creator: CREATOR }), mint, holders })?.percent).toBe(7);
});

test("a creator who is not among the largest holds what RugCheck says, beyond 2^53 too", () => {
  const list = { ...holders, list: [holder(OTHER, 9)] };
  const told = (creatorBalance: unknown) =>
    creatorOf({ curve: undefined, report: report({ creator: CREATOR, creatorBalance }), mint, holders: list });
  expect(told(0)?.percent).toBe(0);
  expect(told(JSON.parse("922337203685477580"))?.percent).toBeCloseTo(10, 6);
  expect(told(null)).toBeUndefined();
  expect(told(undefined)).toBeUndefined();
});

test("nobody knows: no creator, a report about another one, or one of a token that RugCheck has not indexed", () => {
  expect(creatorOf({ curve: undefined, report: report({}), mint, holders })).toBeUndefined();
  expect(
    creatorOf({ curve: { ...curve, creator: OTHER }, report: report({ creator: CREATOR, creatorBalance: 0 }), mint, holders: undefined }),
  ).toBeUndefined();
  const dead = Report.parse({ mint: OTHER, creator: CREATOR, creatorBalance: 0, totalHolders: 0 });
  expect(creatorOf({ curve: undefined, report: dead, mint, holders: undefined })).toBeUndefined();
});
