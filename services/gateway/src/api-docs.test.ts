import { existsSync, readFileSync } from "node:fs";
import { ChainId, Label, Payload, timing, Verdict } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { answerHeaders } from "./answer-headers.ts";
import { componentSchemas } from "./api-schemas.ts";
import { Config } from "./config.ts";
import { allowedHeaders, exposedHeaders } from "./cross-origin.ts";
import { operations } from "./operations.ts";

const docs = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
const section = (heading: string): string => docs.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? "";
const named = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
/** Beside the checkout on a developer's machine; the rows that follow are checked without it. */
const specification = new URL("../../../../shared/design/specification.md", import.meta.url);
const openRows = [...section("What the specification leaves open").matchAll(/^\| (.+?) \| (.+?) \| \[.+?\]\(#(.+?)\) \|$/gm)];

test("what the specification leaves open is answered, each with a place that exists", () => {
  const anchors = new Set(
    [...docs.matchAll(/^## (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
  expect(openRows).toHaveLength(9);
  for (const [, , , anchor] of openRows) expect(anchors).toContain(anchor);
});

test.runIf(existsSync(specification))('no "not shown" of the specification is without an answer, and no answer without one', () => {
  const asked = readFileSync(specification, "utf8")
    .split("\n")
    .flatMap((line) => /^(?:- )?(.+): not shown\./.exec(line)?.[1] ?? []);
  expect(openRows.map(([, question]) => question!).toSorted()).toEqual(asked.toSorted());
});

test("those answers are the code's", () => {
  const told = openRows.map(([, , answer]) => answer!).join(" ");
  const payload = [...Verdict.options, ...Label.options, ...Payload.shape.status.options];
  expect(named(told)).toEqual(expect.arrayContaining(payload));
  expect(told).toContain(`${Config.shape.GATEWAY_CAPACITY.parse(undefined)}, \`GATEWAY_CAPACITY\``);
  expect(docs).toContain(`last ${timing.retentionMs / 3_600_000} hours`);
});

test("every setting is documented with its default", () => {
  const rows = [...section("Configuration").matchAll(/^\| `(\w+)` \| (\S+) \|/gm)].map(([, name, value]) => [name, value]);
  expect(rows.map(([name]) => name!).toSorted()).toEqual(Object.keys(Config.shape).toSorted());
  const defaults = Config.parse({ GATEWAY_PEPPER_FILE: "x" });
  for (const [name, value] of rows) {
    if (value === "required" || value === "none") continue;
    expect([name, value]).toEqual([name, JSON.stringify(Object.entries(defaults).find(([key]) => key === name)?.[1])?.replaceAll('"', "")]);
  }
});

test("the headers of a page of another origin are the documented ones", () => {
  const [, sent = "", read = ""] = /They may send ([^]*?),?\s+and read ([^]*?)\. A preflight/.exec(section("Browsers")) ?? [];
  expect([named(sent), named(read)]).toEqual([allowedHeaders, exposedHeaders]);
});

test("every header and query parameter of a route is told of", () => {
  for (const { method, path, headers = [], query = [] } of operations) {
    for (const name of headers) expect([path, docs.includes(name)]).toEqual([path, true]);
    for (const name of query) expect([path, section(`${method.toUpperCase()} ${path}`).includes(name)]).toEqual([path, true]);
  }
});

/** The names of all members of a schema, however deep; the scenarios are told of once for all. */
function membersOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(membersOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === "properties" ? Object.entries<unknown>(value).flatMap(([name, inner]) => [name, ...membersOf(inner)]) : membersOf(value),
  );
}
const scenarios = new Set(["real_crash", "whale_manipulation", "false_fud"]);
const schemas: Record<string, unknown> = componentSchemas();

test.each([
  ["POST /api/agent", "Submission"],
  ["GET /api/quota", "Quota"],
  ["GET /api/usage", "Usage"],
  ["GET /api/agent/{job_id}/events", "EvidenceEvent"],
  ["GET /api/agent/{job_id}/report", "Report"],
  ["GET /api/tokens/{chain_id}/{address}/history", "History"],
  ["GET /api/examples", "Examples"],
  ["GET /api/calibration", "Calibration"],
  ["GET /status", "Status"],
])("%s: every member of %s is told of, and its table or its list of members tells of no other", (heading, name) => {
  const members = new Set(membersOf(schemas[name]).filter((member) => !scenarios.has(member)));
  expect(members.size).toBeGreaterThan(2);
  const words = new Set(named(section(heading)).flatMap((code) => code.match(/\w+/g) ?? []));
  expect([...members].filter((member) => !words.has(member))).toEqual([]);
  const listed = [...section(heading).matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell]) => named(cell!));
  const inline = [...section(heading).matchAll(/`\[?\{(\w[\w, ]*)\}\]?`/g)].flatMap(([, all]) => all!.split(", "));
  const events = new Set(["status", "evidence", "completed", "failed"]);
  const strangers = [...listed.map((one) => one.replace("?", "")), ...inline].filter((one) => !members.has(one) && !events.has(one));
  expect(strangers).toEqual([]);
});

test("the submission takes exactly the documented fields, on the documented chains", () => {
  const fields = [...section("POST /api/agent").matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell]) => named(cell!));
  expect(fields).toEqual(["coin_symbol", "contract_address", "chain_id", "request_id", "webhook_url"]);
  for (const chain of ChainId.options) expect(section("POST /api/agent")).toContain(`\`"${chain}"\``);
});

test("every header of an answer that the document tells of is told of here", () => {
  for (const name of Object.keys(answerHeaders)) expect([name, docs.includes(`\`${name}`)]).toEqual([name, true]);
});
