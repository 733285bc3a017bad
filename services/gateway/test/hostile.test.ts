import { createServer } from "node:http";
import { once } from "node:events";
import { bucketStream, bucketSubject, doorbells, durables, historySubjects, streams, subjects } from "@token-sentiment/contract";
import { startBroker } from "@token-sentiment/testing";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { A2aErrorBody } from "../src/a2a/a2a-shapes.ts";
import { completed, issueKey, startGateway } from "./gateway.ts";
import { type HostileRequest, hostileRequest, render } from "./hostile-requests.ts";
import "./fuzz-seed.ts";
import { heapMiB } from "./heap.ts";
import { exchange, parseAnswers, type RawAnswer } from "./raw-http.ts";
import { recordBroker } from "./recorded-broker.ts";

/** Requests one after the other on each of some connections that are open together. */
const RUNS = 150;
const seed = inject("fuzzSeed");

/** After it the server closes the connection: nobody waits for what is not to come. */
const LAST = Buffer.from("GET /api/examples HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

/** How an answer breaks the contract, whatever was asked; undefined when it does not. */
function complaint({ status, headers, body }: RawAnswer, asked: readonly HostileRequest[]): string | undefined {
  if (status >= 500) return `answered ${status}: ${body}`;
  if (status < 400) return undefined;
  // Only a HEAD has no body.
  if (body === undefined) return asked.some(({ method }) => method === "HEAD") ? undefined : `answered ${status} without a body`;
  if (!/^application\/(?:(?:problem|a2a)\+)?json/.test(headers["content-type"] ?? ""))
    return `answered ${status} as ${headers["content-type"]}`;
  const { error } = JSON.parse(body) as { error?: unknown };
  // Below /a2a errors have A2A's shape.
  if (asked.some(({ target }) => target.startsWith("/a2a")) && A2aErrorBody.safeParse({ error }).success) return undefined;
  return typeof error === "string" && error !== "" ? undefined : `answered ${status} without error: ${body}`;
}

/** Attacks the server at `port` and rejects, naming the seed, when an answer breaks the contract. */
const attack = async (port: number, { ids, keys, ...more }: { ids: string[]; keys: string[]; endOnFailure?: boolean }) => {
  const statuses = new Map<number, number>();
  const connections = fc.array(fc.array(hostileRequest(ids, keys), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(connections, async (all) => {
      await Promise.all(
        all.map(async (requests) => {
          const answers = parseAnswers(await exchange(port, Buffer.concat([...requests.map(render), LAST])));
          for (const answer of answers) {
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
            const broken = complaint(answer, requests);
            if (broken) throw new Error(broken);
          }
        }),
      );
    }),
    { seed, numRuns: RUNS, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true, ...more },
  );
  return statuses;
};

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";
const anyUuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const hash = "[0-9a-f]{64}";
const caller = `(?:device|address|network)-${hash}`;
const grammar = (template: string): string => template.replaceAll(/[$.*]/g, String.raw`\$&`);
const readable = [streams.analysis, streams.history, ...(["jobs", "quota", "keys", "presence"] as const).map(bucketStream)].join("|");
/** Everything that a gateway may say to its broker: templates, ids and hashes. */
const grammars: readonly RegExp[] = [
  `analysis\\.request\\.(?:contract\\.(?:evm|svm)|symbol\\.any)\\.${uuid}`,
  grammar(subjects.requestOf("ID")).replace("ID", anyUuid),
  grammar(subjects.journalOf("ID")).replace("ID", anyUuid),
  grammar(doorbells.jobs),
  grammar(doorbells.evidence),
  grammar(bucketSubject("jobs", "ID")).replace("ID", anyUuid),
  grammar(bucketSubject("quota", "ID")).replace("ID", caller),
  grammar(bucketSubject("keys", "ID")).replace("ID", hash),
  grammar(bucketSubject("presence", ">")),
  grammar(historySubjects.of("CHAIN", "HASH")).replace("CHAIN", "(?:1|56|8453|solana)").replace("HASH", hash),
  `\\$JS\\.API\\.(?:STREAM\\.MSG|DIRECT)\\.GET\\.(?:${readable})`,
  `\\$JS\\.API\\.DIRECT\\.GET\\.${bucketStream("keys")}\\.\\$KV\\.keys\\.${hash}`,
  `\\$JS\\.API\\.(?:STREAM\\.INFO\\.(?:${readable})|CONSUMER\\.INFO\\.${streams.analysis}\\.${durables.requests})`,
  String.raw`_INBOX_gateway\.[A-Za-z0-9]+(?:\.\*)?`,
].map((one) => new RegExp(`^${one}$`));
const strangers = (seen: Iterable<string>): string[] => [...seen].filter((subject) => !grammars.some((one) => one.test(subject)));

test(
  "whatever strangers send, no answer is a 5xx or lacks `error`, and nothing of it names anything on the broker",
  { timeout: 90_000 },
  async () => {
    await using broker = await startBroker();
    await using recorded = await recordBroker(broker.url);
    const http = { headersMs: 100, requestMs: 150, keepAliveMs: 60, stalledMs: 2000, checkEveryMs: 20 };
    const demo = { calls: 400, perAddress: 500 };
    await using gateway = await startGateway({ broker, worked: true, brokerUrl: recorded.url, capacity: 1_000_000, demo, http });
    await issueKey(broker, "the-key");
    const { body } = await gateway.post({ coin_symbol: "PEPE", request_id: "done" }, { authorization: "Bearer the-key" });
    await gateway.settle(completed(body.job_id, "done"));

    const before = heapMiB();
    const statuses = await attack(Number(new URL(gateway.url).port), { ids: [body.job_id], keys: ["Bearer the-key", "Bearer unknown"] });
    process.stdout.write(`  answers by status: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
    // The attack reached every kind of answer: it is not stopped at the door.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 202, 400, 401, 404, 405, 413]));
    expect(statuses.get(202)).toBeGreaterThan(30);
    expect(heapMiB() - before).toBeLessThan(48);

    expect(strangers(recorded.subjects)).toEqual([]);
    expect(recorded.subjects.size).toBeGreaterThan(100);
    expect((await gateway.call(`/api/agent/${body.job_id}`)).body).toMatchObject({ status: "completed" });
  },
);

test("the attack finds a server that breaks on one input, and one that answers without `error`", async () => {
  for (const breaks of ["\\u0000", "]]"]) {
    const server = createServer({ keepAliveTimeout: 60, requestTimeout: 100, connectionsCheckingInterval: 20 }, (request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => (text += chunk.toString()));
      request.on("end", () => {
        response.statusCode = text.includes(breaks) ? 500 : 400;
        response.setHeader("content-type", "application/json").end('{"error":"no"}');
      });
    });
    server.on("clientError", (_error, socket) => socket.destroy());
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    await expect(attack(port, { ids: ["x"], keys: ["y"], endOnFailure: true })).rejects.toThrow(/seed: /);
    server.close();
    server.closeAllConnections();
  }
});

test("a raw input in a subject is found", async () => {
  expect(
    strangers(["analysis.request.contract.evm.*", "$KV.quota.device-x", "$KV.keys.the-key", "stored.jobs.>", "history.1.0xabc"]),
  ).toHaveLength(5);
  await using broker = await startBroker();
  await using recorded = await recordBroker(broker.url);
  const bus = await broker.open("gateway", { servers: recorded.url });
  await bus.jsm.streams.getMessage(bucketStream("jobs"), { last_by_subj: bucketSubject("jobs", "raw input") }).catch(() => undefined);
  bus.nc.publish("history.1.raw");
  await bus.nc.flush();
  expect(strangers(recorded.subjects)).toEqual([bucketSubject("jobs", "raw input"), "history.1.raw"]);
});
