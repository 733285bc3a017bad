import { randomUUID } from "node:crypto";
import { parseFact, type Payload, type Request, subjects } from "@token-sentiment/contract";
import { readJournal, readRequest, writeFact, writeRow } from "@token-sentiment/bus";
import { currentModel, fold, modelOf, rederive, Report } from "@token-sentiment/model";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ReportBody } from "../src/report-body.ts";
import { engines, honeypot } from "./engines.ts";
import { startGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
let observe: ReturnType<typeof engines>;
beforeAll(async () => {
  gateway = await startGateway();
  observe = engines(gateway);
});
afterAll(() => gateway[Symbol.asyncDispose]());

async function submitted(): Promise<string> {
  const { body } = await gateway.post({ coin_symbol: "PEPE", contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933" });
  return body.job_id;
}

/** Settles as an aggregator does; `change` is a slip of its pen, `by` the version of the model it says. */
async function settle(id: string, change: Partial<Payload> = {}, by: { model?: string } = { model: currentModel.version }) {
  const { row, used, requestAt } = await foldOfJournal(id, modelOf(by.model ?? ""));
  if (row.status === "completed") Object.assign(row.payload, change);
  await writeRow(gateway.aggregator, id, { row, requestAt, expectedRevision: 0, ...by, evidence: used });
}

/** The fold over what the broker has stored, read here and by nothing of the gateway. */
async function foldOfJournal(id: string, model = currentModel) {
  const facts = await readJournal(gateway.aggregator, id);
  const evidence = facts
    .filter(({ type }) => type?.includes("evidence"))
    .map((fact) => ({ evidence: parseFact("evidence", fact), at: fact.at, seq: fact.seq }));
  const fact = (await readRequest(gateway.gateway, id))!;
  const request: Request = parseFact("request", fact);
  return { ...fold({ request, requestAt: fact.at, evidence }, model), requestAt: fact.at };
}
const report = (id: string) => gateway.call(`/api/agent/${id}/report`);

describe("GET /api/agent/{job_id}/report", () => {
  test("re-derives the stored payload and tells what each line moved", async () => {
    const id = await submitted();
    await observe(id, "security", { signals: [honeypot] });
    await observe(id, "market", { outcome: "unavailable", reason: "node down" });
    await settle(id);
    // Evidence after the end changes nothing.
    await observe(id, "onchain", { signals: [{ ...honeypot, code: "late", weights: { ...honeypot.weights, real_crash: -5 } }] });

    const { status, body, headers } = await report(id);
    expect([status, headers.get("cache-control")]).toEqual([200, "private, max-age=60"]);
    const known = ReportBody.parse(body);
    expect(known).toMatchObject({ job_id: id, status: "completed", reproduced: true, settled_by: known.model_version });
    expect(known).not.toHaveProperty("not_reproduced");
    expect(known.lines.map(({ code }) => code)).toEqual(["honeypot"]);
    const [line] = known.lines;
    expect(line).toMatchObject({ weights: honeypot.weights, source: "eth_simulateV1", observed_at: honeypot.observed_at });
    expect(line?.age_ms).toBe(known.settled_at - honeypot.observed_at);
    expect(line?.posterior).toEqual(known.posterior);
    expect(known.posterior.real_crash).toBeGreaterThan(known.prior.real_crash);
    expect(known.engines.map(({ engine, outcome, reason }) => [engine, outcome, reason])).toEqual([
      ["security", "observed", undefined],
      ["onchain", "silent", "it gave no answer in time"],
      ["sybil", "silent", "it gave no answer in time"],
      ["market", "unavailable", "node down"],
    ]);
    const { payload } = (await gateway.call(`/api/agent/${id}`)).body;
    expect(payload.branch_probabilities.real_crash).toBeCloseTo(known.posterior.real_crash, 3);
    expect(payload.confidence).toBe(known.confidence.value);
  });

  test("is enough to work the payload out again, and so is the journal", async () => {
    const id = await submitted();
    const tax = {
      ...honeypot,
      code: "tax",
      critical: false,
      severity: 2,
      weights: { real_crash: 1.5, false_fud: -1, whale_manipulation: 0 },
    };
    await observe(id, "security", { signals: [tax, { ...tax, code: "owner", status: "clear", severity: 0, group: "structure" }] });
    await observe(id, "onchain", { signals: [{ ...tax, source: "eth_getLogs", reliability: 0.6 }], measures: { event: 0.7 } });
    await observe(id, "sybil", { signals: [{ ...tax, code: "fear", label: "SYBIL", values: { posts: 90 } }], measures: { chatter: 63.4 } });
    await observe(id, "market", { outcome: "not_applicable", reason: "no pool" });
    await settle(id);
    const { payload } = (await gateway.call(`/api/agent/${id}`)).body;
    const {
      job_id: _id,
      status: _status,
      settled_at: _at,
      reproduced,
      settled_by: _by,
      series: _series,
      lines,
      ...rest
    } = ReportBody.parse((await report(id)).body);
    const alone = Report.parse({ ...rest, lines: lines.map(({ age_ms: _age, ...line }) => line) });
    expect(reproduced).toBe(true);
    expect(rederive(alone)).toEqual({ status: "completed", payload });
    expect((await foldOfJournal(id)).row).toMatchObject({ payload });
  });

  test("explains a row with the version of the model that settled it, while this release has it", async () => {
    const id = await submitted();
    await observe(id, "security", { signals: [honeypot] });
    await settle(id, {}, { model: "expert-2" });
    const { body } = await report(id);
    expect(body).toMatchObject({ reproduced: true, settled_by: "expert-2", model_version: "expert-2", model: { version: "expert-2" } });
  });

  test("explains a row by what its aggregator had read, though the resolver spoke before the row was stored", async () => {
    const id = (await gateway.post({ coin_symbol: "PEPE" })).body.job_id;
    await observe(id, "sybil", { measures: { chatter: 40 } });
    const found = {
      job_id: id,
      chain_id: "1",
      coin_symbol: "PEPE",
      native: true,
      ambiguous: false,
      candidates: [],
      source: "test",
    } as const;
    await writeFact(await gateway.broker.open("resolver"), { kind: "token", subject: subjects.token("1", id), value: found });
    await settle(id);
    expect((await report(id)).body).toMatchObject({ reproduced: true, resolved: false });
  });

  test("says so when the stored result is not what the evidence gives", async () => {
    const id = await submitted();
    await observe(id, "security", { signals: [honeypot] });
    await settle(id, { confidence: 0.01 });
    expect((await report(id)).body).toMatchObject({
      status: "completed",
      reproduced: false,
      not_reproduced: expect.stringContaining("another result from the evidence on record"),
      settled_by: currentModel.version,
    });
  });

  test.each([
    { whom: "another version of the model", by: { model: "0.0.1-older" }, reason: "settled by version 0.0.1-older of the model" },
    { whom: "a model that did not say its version", by: {}, reason: "settled by a model that did not say its version" },
  ])("claims to reproduce nothing that $whom settled, even where both agree", async ({ by, reason }) => {
    const id = await submitted();
    await observe(id, "security", { signals: [honeypot] });
    await settle(id, {}, by);
    const { body } = await report(id);
    expect(ReportBody.parse(body)).toMatchObject({ reproduced: false, settled_by: by.model ?? null, model_version: currentModel.version });
    expect(body.not_reproduced).toContain(reason);
    expect(body.not_reproduced).toContain(currentModel.version);
  });

  test("explains a failed job by its engines", async () => {
    const id = await submitted();
    await observe(id, "security", { outcome: "unavailable", reason: "node down" });
    await settle(id);
    const { body } = await report(id);
    expect(body).toMatchObject({ status: "failed", reproduced: true, lines: [] });
    expect(body.engines[0]).toMatchObject({ engine: "security", outcome: "unavailable", reason: "node down" });
  });

  test("is a 404 with a reason while the job is open, and when nobody settled it", async () => {
    const id = await submitted();
    const { status, body, headers } = await report(id);
    expect([status, body.code, headers.get("retry-after")]).toEqual([404, "no_report", "2"]);
    gateway.advance(151_000);
    try {
      expect((await report(id)).body).toMatchObject({ code: "no_report", error: expect.stringContaining("timed out") });
    } finally {
      gateway.advance(-151_000);
    }
  });

  test.each([randomUUID(), "1", "*"])("of %s is a 404", async (id) => {
    expect(await report(id)).toMatchObject({ status: 404, body: { code: "job_not_found" } });
  });
});
