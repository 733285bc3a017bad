import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import {
  Evidence,
  JobRow,
  parseFact,
  Presence,
  Request,
  Token,
  factType,
  UnknownVersionError,
  MalformedFactError,
} from "@token-sentiment/contract";
import { expect, test } from "vitest";

const golden = (name: string): unknown => JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), "utf8"));
const facts = { request: Request, token: Token, evidence: Evidence } as const;
const schemas = { ...facts, "job-row": JobRow, presence: Presence };

test.each(["request", "token", "evidence"] as const)("the golden %s is read back as it was written", (kind) => {
  expect(parseFact(kind, { type: factType(kind), value: golden(kind) })).toEqual(golden(kind));
});

test.each(["job-row.running", "job-row.completed", "job-row.failed"])("the golden %s is read back as it was written", (name) => {
  expect(JobRow.parse(golden(name))).toEqual(golden(name));
});

test("the golden presence is read back as it was written", () => {
  expect(Presence.parse(golden("presence"))).toEqual(golden("presence"));
});

test("every golden file belongs to a message", () => {
  const files = readdirSync(new URL("../golden", import.meta.url)).filter((file) => file.endsWith(".json"));
  const names = files.map((file) => file.split(".")[0]);
  expect(new Set(names)).toEqual(new Set(Object.keys(schemas)));
});

/** Messages as releases wrote them, never changed afterwards: engines of that release run beside ours, and their facts live a day. */
const past = readdirSync(new URL("../golden/past", import.meta.url)).flatMap((release) =>
  readdirSync(new URL(`../golden/past/${release}`, import.meta.url)).map((file) => `past/${release}/${file.replace(/\.json$/, "")}`),
);

test.each(past)("the golden %s is still read: a change that would break a running engine fails here", (name) => {
  const kind = name.split("/").at(-1)?.split(".")[0] ?? "";
  const schema = Object.entries(schemas).find(([known]) => known === kind)?.[1];
  expect(schema?.parse(golden(name))).toEqual(golden(name));
});

test("every kind of message has a golden one of a past release", () => {
  expect(past.length).toBeGreaterThanOrEqual(7);
});

test("a field of a later version is kept", () => {
  const later = { ...(golden("evidence") as object), mood: "calm" };
  expect(parseFact("evidence", { type: factType("evidence"), value: later })).toEqual(later);
});

test("a fact of a version that is not known is refused by its type", () => {
  expect(() => parseFact("evidence", { type: "tsa.evidence.v2", value: golden("evidence") })).toThrow(UnknownVersionError);
  expect(() => parseFact("evidence", { value: golden("evidence") })).toThrow(UnknownVersionError);
});

test("a malformed fact is refused without telling its content", () => {
  const bad = { ...(golden("evidence") as object), outcome: "secret-word" };
  const read = () => parseFact("evidence", { type: factType("evidence"), value: bad });
  expect(read).toThrow(MalformedFactError);
  expect(read).not.toThrow(/secret-word/);
});

test("a row has exactly the members a poll answers", () => {
  expect(JobRow.safeParse({ ...(golden("job-row.running") as object), extra: 1 }).success).toBe(false);
  expect(JobRow.safeParse({ ...(golden("job-row.failed") as object), coin_symbol: "X" }).success).toBe(false);
});

test.each(Object.entries(schemas))("schemas/%s.json is what the code says; `npm run schemas` writes it", (name, schema) => {
  const file = JSON.parse(readFileSync(new URL(`../schemas/${name}.json`, import.meta.url), "utf8"));
  expect(file).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input" }))));
});
