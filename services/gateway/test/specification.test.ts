import { existsSync, readFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completed, issueKey, startGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
let limited: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
  limited = await startGateway({ capacity: 1, demo: { calls: 2 } });
  await issueKey(limited.broker, "good-key");
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await limited[Symbol.asyncDispose]();
});

const submit = async (body: object = {}) => await gateway.post({ coin_symbol: "PEPE", ...body });
const payloadOf = async (): Promise<any> => {
  const { body } = await submit({ request_id: `r-${randomUUID()}` });
  await gateway.settle(completed(body.job_id, "r"));
  return (await gateway.call(body.poll_url)).body.payload;
};
const isInteger = (field: string) => async () => expect((await payloadOf())[field]).toSatisfy(Number.isInteger);
const isText = (field: string) => async () => expect((await payloadOf())[field]).toBeTypeOf("string");
const isAccepted = (chain_id: string) => async () => expect((await submit({ chain_id })).status).toBe(202);
async function endsAs(status: "completed" | "failed"): Promise<void> {
  const { body } = await submit();
  const { job_id } = body;
  const revision = await gateway.settle({ job_id, status: "running", coin_symbol: "PEPE" });
  expect((await gateway.call(body.poll_url)).body).toEqual({ job_id, status: "running", coin_symbol: "PEPE" });
  const row = status === "completed" ? completed(job_id, "r") : { job_id, status, error: "the analysis engines timed out" };
  await gateway.settle(row, revision);
  const { status: http, body: polled } = await gateway.call(body.poll_url);
  expect([http, polled]).toEqual([200, row]);
}
async function isPending(): Promise<void> {
  const { status, body } = await submit();
  expect([status, Object.keys(body)]).toEqual([202, ["job_id", "status", "coin_symbol", "poll_url", "message"]]);
  expect(Object.keys((await gateway.call(body.poll_url)).body)).toEqual(["job_id", "status", "coin_symbol"]);
}
async function isUnknown(): Promise<void> {
  const { status, body } = await gateway.call(`/api/agent/${randomUUID()}`);
  expect([status, body.error]).toEqual([404, expect.stringContaining("not found")]);
}
const completes = () => endsAs("completed");
const fails = () => endsAs("failed");
async function limitIsTwo(): Promise<void> {
  await using demo = await startGateway({ demo: { calls: 2 } });
  const device = { "x-demo-fingerprint": "device-one" };
  const statuses: number[] = [];
  for (let call = 0; call < 3; call++) statuses.push((await demo.post({ coin_symbol: "PEPE" }, device)).status);
  expect(statuses).toEqual([202, 202, 403]);
  expect((await demo.post({ coin_symbol: "PEPE" }, device)).body.error).toMatch(/demo limit is reached.*marketplace/);
  expect((await demo.post({ coin_symbol: "PEPE" }, { "x-demo-fingerprint": "device-two" })).status).toBe(202);
}

/** Every row of the tables of sections 2 to 8, by section and first cells, with its check. */
const rows: Record<string, Record<string, () => Promise<unknown>>> = {
  "2.1": {
    coin_symbol: async () => expect((await submit({ coin_symbol: "pEpE" })).body.coin_symbol).toBe("PEPE"),
    contract_address: async () => expect((await submit({ contract_address: `0x${"1".repeat(40)}` })).status).toBe(202),
    chain_id: async () => {
      await submit({ request_id: "chain" });
      const again = await submit({ request_id: "chain", chain_id: "1" });
      expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([202, "true"]);
    },
    request_id: async () => expect((await submit()).headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/),
    Ethereum: isAccepted("1"),
    BSC: isAccepted("56"),
    Base: isAccepted("8453"),
    Solana: isAccepted("solana"),
  },
  "2.2": {
    job_id: async () => expect((await submit()).body.job_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    status: async () => expect((await submit()).body.status).toBe("pending"),
    coin_symbol: isPending,
    poll_url: async () => {
      const { body } = await submit();
      expect(body.poll_url).toBe(`/api/agent/${body.job_id}`);
    },
    message: async () => expect((await submit()).body.message).toMatch(/accepted.*\/api\/agent\//),
    payload: completes,
    error: fails,
  },
  "2.3": {
    request_id: isText("request_id"),
    coin_symbol: isText("coin_symbol"),
    status: isText("status"),
    executable_verdict: isText("executable_verdict"),
    confidence: async () => expect((await payloadOf()).confidence).toSatisfy((value: number) => value >= 0 && value <= 1),
    drama_index: isInteger("drama_index"),
    chatter_level: isInteger("chatter_level"),
    risk_score: isInteger("risk_score"),
    dominant_branch: async () => {
      const { dominant_branch, branch_probabilities } = await payloadOf();
      expect(branch_probabilities[dominant_branch]).toBe(Math.max(...Object.values<number>(branch_probabilities)));
    },
    branch_probabilities: async () => {
      const { branch_probabilities } = await payloadOf();
      expect(Object.keys(branch_probabilities).toSorted()).toEqual(["false_fud", "real_crash", "whale_manipulation"]);
      expect(Object.values<number>(branch_probabilities).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 10);
    },
    evidence_chain: async () => expect((await payloadOf()).evidence_chain[0]).toMatch(/^\[[A-Z][A-Z-]*\] \S/),
    coordination_signals: async () => expect(Object.keys((await payloadOf()).coordination_signals)).toHaveLength(3),
    served_from_cache: async () => expect((await payloadOf()).served_from_cache).toBeTypeOf("boolean"),
    pipeline_elapsed_ms: isInteger("pipeline_elapsed_ms"),
    unique_author_ratio: async () => expect((await payloadOf()).coordination_signals.unique_author_ratio).toBeTypeOf("number"),
    duplicate_text_cluster_size: async () =>
      expect((await payloadOf()).coordination_signals.duplicate_text_cluster_size).toSatisfy(Number.isInteger),
    cross_platform_burst_window_minutes: async () =>
      expect((await payloadOf()).coordination_signals.cross_platform_burst_window_minutes).toSatisfy(Number.isInteger),
  },
  "3": {
    "(none) POST /api/agent accepted": isPending,
    "pending the analysis pipeline starts": completes,
    "running pipeline finishes": completes,
    "running pipeline error": fails,
  },
  "4.2": { "pending or running": isPending, completed: completes, failed: fails, "unknown job (HTTP 404)": isUnknown },
  "4.3": {
    "Poll interval": async () => expect((await submit()).headers.get("retry-after")).toBe("2"),
    "Maximum total wait": async () => {
      await using late = await startGateway();
      const { body } = await late.post({ coin_symbol: "PEPE" });
      late.advance(150_500);
      expect((await late.call(body.poll_url)).body.status).toBe("failed");
    },
    "Stop conditions": completes,
    "Network errors while polling": async () => {
      const { body } = await submit();
      await fetch(`${gateway.url}${body.poll_url}?wait=20`, { signal: AbortSignal.timeout(50) }).catch(() => undefined);
      expect((await gateway.call(body.poll_url)).body.status).toBe("pending");
    },
  },
  "7": {
    "POST /api/agent coin_symbol missing": async () =>
      expect((await gateway.post({})).body.error).toBe("the required parameter coin_symbol is missing"),
    "POST /api/agent too many analyses running at once": async () => {
      const key = { authorization: "Bearer good-key" };
      expect((await limited.post({ coin_symbol: "PEPE" }, key)).status).toBe(202);
      const { status, body } = await limited.post({ coin_symbol: "PEPE" }, key);
      expect([status, body.error]).toEqual([429, expect.stringContaining("retry in a moment")]);
    },
    "POST /api/agent demo limit reached": limitIsTwo,
    "POST /api/agent internal failure": async () => {
      await using draining = await startGateway();
      draining.drain();
      expect((await draining.post({ coin_symbol: "PEPE" })).body).toMatchObject({ error: expect.any(String), status: "degraded" });
    },
    "GET /api/agent/{job_id} unknown job": isUnknown,
    "GET /api/agent/{job_id} pipeline failed": fails,
  },
  "8": {
    "Live demo": limitIsTwo,
    "Production (via the marketplace)": async () =>
      expect((await limited.call("/api/quota", { headers: { authorization: "Bearer good-key" } })).body.limit).toBeNull(),
  },
};

test.each(Object.entries(rows).flatMap(([section, some]) => Object.entries(some).map(([row, check]) => [section, row, check] as const)))(
  "section %s, row %s",
  async (_section, _row, check) => {
    await check();
  },
);

/** Beside the checkout on a developer's machine. */
const specification = new URL("../../../../shared/design/specification.md", import.meta.url);

test.runIf(existsSync(specification))("no row of a table of the specification is left out, and none is made up", () => {
  const found: string[] = [];
  let section = "";
  let before = "";
  for (const line of readFileSync(specification, "utf8").split("\n")) {
    section = /^#{2,3} ([\d.]+?)\.? /.exec(line)?.[1] ?? section;
    const isHead = !before.startsWith("|");
    before = line;
    if (!line.startsWith("|") || isHead || line.startsWith("|---")) continue;
    const cells = line.split("|").map((cell) => cell.replaceAll("`", "").trim());
    found.push(`${section}: ${section === "3" || section === "7" ? `${cells[1]} ${cells[2]}` : cells[1]}`);
  }
  const checked = Object.entries(rows).flatMap(([name, some]) => Object.keys(some).map((row) => `${name}: ${row}`));
  expect(found.toSorted()).toEqual(checked.toSorted());
});
