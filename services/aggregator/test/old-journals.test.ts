import { readdirSync, readFileSync } from "node:fs";
import { ChainId, type FactKind, factType, type Role, subjects, SYMBOL } from "@token-sentiment/contract";
import { readRow, writeFact } from "@token-sentiment/bus";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { replica } from "./fixtures.ts";

/** A fact as a release wrote it, with the role that did. */
interface Written {
  role: Role;
  kind: FactKind;
  scope: string;
  type: string;
  value: { job_id: string };
}

/** Where this release keeps such a fact. */
function subjectOf(kind: FactKind, scope: string, job: string): string {
  if (kind === "evidence") return subjects.evidence(scope, job);
  if (kind === "token") return subjects.token(ChainId.parse(scope), job);
  return subjects.request(scope === SYMBOL ? SYMBOL : ChainId.parse(scope), job);
}

const FOLDER = new URL("journals/", import.meta.url);
const journals = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ""));
const journal = (name: string): Written[] => JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), "utf8"));

// One file for each release whose messages looked otherwise; they are never edited, for the broker keeps such facts over an upgrade.
test.each(journals)("the journal %s is folded by this release", async (name) => {
  await using broker = await startBroker();
  const facts = journal(name);
  for (const { role, kind, scope, type, value } of facts) {
    expect(factType(kind), `a reader for ${type} is needed beside that of ${factType(kind)}`).toBe(type);
    await writeFact(await broker.open(role), { kind, subject: subjectOf(kind, scope, value.job_id), value });
  }
  await using _replica = await replica(await broker.open("aggregator"));
  const gateway = await broker.open("gateway");
  const { job_id } = facts[0]!.value;
  await expect.poll(async () => (await readRow(gateway, job_id))?.row.status, { timeout: 20_000 }).toBe("completed");
  const stored = (await readRow(gateway, job_id))!;
  expect(stored.evidence).toHaveLength(facts.filter(({ kind }) => kind === "evidence").length);
  const row = stored.row as Extract<typeof stored.row, { status: "completed" }>;
  expect(row.payload.evidence_chain.join("\n")).toContain("buy tax 5.0 %, sell tax 30.0 %");
});

test("there is a journal for a contract and one for a symbol", () => {
  expect(new Set(journals.map((name) => journal(name)[0]?.scope))).toEqual(new Set(["1", SYMBOL]));
});
