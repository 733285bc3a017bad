import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Evidence, Request, Signal } from "@token-sentiment/contract";
import { fold } from "@token-sentiment/model";
import { expect, test } from "vitest";

const PROGRAM = new URL("../src/explain.ts", import.meta.url).pathname;
const JOB = "8f14e45f-ceea-8167-a5a3-6dedd4bea254";

const request: Request = {
  job_id: JOB,
  request_id: "req-1",
  caller: "caller-hash",
  coin_symbol: "PEPE",
  contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933",
  chain_id: "1",
  expects: ["security", "market"],
  budget_ms: 60_000,
};
const signal = (code: string, sentence: string, weights: Signal["weights"]): Signal => ({
  code,
  label: "SECURITY",
  text: sentence,
  status: "hit",
  weights,
  reliability: 1,
  severity: 2,
  source: "eth_simulateV1",
  observed_at: 1_800_000_000_000,
  values: {},
});
const evidence: Evidence = {
  job_id: JOB,
  engine: "security",
  engine_version: "1.0.0",
  outcome: "observed",
  signals: [
    signal("tax", "buy tax 5.0 %, sell tax 30.0 %\u001b[2J", { real_crash: 2, false_fud: -1.5, whale_manipulation: 0 }),
    signal("remark", "contract code of 2005 bytes", { real_crash: 0, false_fud: 0, whale_manipulation: 0 }),
  ],
  measures: { event: 0.8 },
  cached: false,
  observed_at: 1_800_000_000_000,
  elapsed_ms: 21,
};
const { row, report } = fold({ request, requestAt: 1_800_000_000_000, evidence: [{ evidence, at: 1_800_000_000_050, seq: 7 }] });
const body = {
  job_id: JOB,
  status: row.status,
  settled_at: 1_800_000_000_100,
  reproduced: true,
  settled_by: report.model_version,
  ...report,
  lines: report.lines.map((line) => ({ ...line, age_ms: 100 })),
};

/** A service that answers so, and what the program says of it. */
async function explain(answers: Record<string, unknown>, ...args: string[]) {
  const server = createServer((asked, answer) => {
    const found = answers[asked.url ?? ""];
    answer.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    answer.end(JSON.stringify(found ?? { error: "the job was not found" }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const env = { PATH: process.env["PATH"], TOKEN_SENTIMENT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const child = spawn(process.execPath, [PROGRAM, JOB, ...args], { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  server.close();
  return { code: Number(code), out, err };
}
const paths = { [`/api/agent/${JOB}`]: row, [`/api/agent/${JOB}/report`]: body };

test("the walk from the prior to the posterior is drawn, and the result worked out again from the report alone", async () => {
  const { code, out, err } = await explain(paths);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const lines = out.split("\n");
  expect(lines.slice(0, 3)).toEqual([
    expect.stringMatching(/^PEPE on chain 1, settled 2027-01-15T08:00:00.100Z by model /),
    "the service, folding its journal again: the same result",
    "this program, from the report alone:    the same result",
  ]);
  expect(lines.find((line) => line.startsWith("prior"))).toMatch(/█{8}▒{8}░{8} +33% +33% +33%$/);
  expect(lines.find((line) => line.includes("sell tax"))).toMatch(/█{21}▒{2}░ +\+2\.00 +· +-1\.50 +86% +12% +3%$/);
  expect(out).toContain("1 line moved nothing");
  expect(out).not.toContain("contract code");
  expect(out).toContain("market: no answer, it gave no answer in time");
  expect(out).toMatch(/verdict +LIQUIDATE_LONGS, by the row "crash"/);
  expect(out).not.toContain("\u001b");
  expect((await explain(paths, "--all")).out).toContain("contract code of 2005 bytes");
});

test("a report that does not give the result is told, and ends with 2", async () => {
  const [tax, ...rest] = body.lines;
  const forged = { ...body, lines: [{ ...tax, weights: { ...tax!.weights, real_crash: 0.1 } }, ...rest] };
  const { code, out } = await explain({ ...paths, [`/api/agent/${JOB}/report`]: forged });
  expect(code).toBe(2);
  expect(out).toContain("this program, from the report alone:    ANOTHER RESULT");
});

test("a job that is not there is a sentence, and so is an answer in another form", async () => {
  expect(await explain({})).toEqual({ code: 1, out: "", err: "the job was not found\n" });
  const { code, err } = await explain({ ...paths, [`/api/agent/${JOB}/report`]: { lines: [] } });
  expect([code, err]).toEqual([1, "the service answers in a form that this release does not know\n"]);
});
