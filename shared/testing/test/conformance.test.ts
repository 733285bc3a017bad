import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { readJournal } from "@token-sentiment/bus";
import { engineRole, type Evidence, subjects } from "@token-sentiment/contract";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { ask, BUDGET_MS } from "../src/conformance/before.ts";
import { conformance } from "../src/conformance/conformance.ts";
import { startEngine } from "../src/conformance/engine-process.ts";

const root = new URL("../../../", import.meta.url).pathname;
const engine = "market";
const python = `python3 ${root}deploy/examples/python-engine/engine.py ${engine}`;

/** Undefined when this machine can run the example. */
function withoutPython(): string | undefined {
  try {
    execFileSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"], { stdio: "ignore" });
    return undefined;
  } catch {
    return "python3, 3.9 or later, is not on this machine";
  }
}

/** What of `checks` does not hold. */
const broken = (checks: { promise: string; problem: string | undefined }[]) =>
  checks.flatMap(({ promise, problem }) => (problem === undefined ? [] : [`${promise}: ${problem}`]));

test.for([
  ["by itself", python],
  ["as a service of ours", `${process.execPath} ${fileURLToPath(new URL("python-service.ts", import.meta.url))}`],
] as const)("an engine in Python that runs %s keeps every promise", { timeout: 180_000 }, async ([, command], { skip }) => {
  const reason = withoutPython();
  if (reason !== undefined) return skip(reason);
  const checks = await conformance(engine, command);
  expect(broken(checks)).toEqual([]);
  expect(checks.length).toBe(7);
});

test("an engine in Python says what its source says, and `unavailable` when that cannot answer", { timeout: 120_000 }, async ({ skip }) => {
  const reason = withoutPython();
  if (reason !== undefined) return skip(reason);
  let answer = { code: 200, body: JSON.stringify({ largest_holder_share: 0.62 }) };
  const source = createServer((_, response) => void response.writeHead(answer.code).end(answer.body));
  await once(source.listen(0, "127.0.0.1"), "listening");
  await using stack = new AsyncDisposableStack();
  stack.defer(() => void source.close());
  const broker = stack.use(await startBroker());
  const gateway = await broker.open("gateway");
  const own = await broker.open(engineRole(engine));
  const asking = { engine, gateway, resolver: await broker.open("resolver"), own, budgetMs: BUDGET_MS } as const;
  stack.use(
    startEngine(python, {
      NATS_URL: broker.url,
      NATS_NKEY_SEED_FILE: broker.seedFile(engineRole(engine)),
      ENGINE_EXAMPLE_URL: `http://127.0.0.1:${(source.address() as AddressInfo).port}`,
    }),
  );
  const evidence = async () => {
    const job = await ask(asking);
    const found = async () => (await readJournal(gateway, job)).find(({ subject }) => subject === subjects.evidence(engine, job))?.value;
    await expect.poll(found, { timeout: 30_000 }).toBeDefined();
    return (await found()) as Evidence;
  };
  expect(await evidence()).toMatchObject({ outcome: "observed", signals: [{ code: "one_large_holder", values: { share: 0.62 } }] });
  answer = { code: 500, body: "" };
  expect(await evidence()).toMatchObject({ outcome: "unavailable", reason: "the source answered 500", signals: [] });
  answer = { code: 200, body: '{"largest_holder_share": "all of it"}' };
  expect(await evidence()).toMatchObject({ outcome: "unavailable", reason: "the source gave no share", signals: [] });
  await broker.kill();
  await broker.restart();
  answer = { code: 302, body: "" };
  expect(await evidence()).toMatchObject({ outcome: "unavailable", signals: [] });
});

test("the engines of the kit are held to the same promises", { timeout: 180_000 }, async () => {
  expect(broken(await conformance(engine, `${process.execPath} ${root}shared/chaos/src/scripted-engine.ts ${engine}`))).toEqual([]);
});

test("a process that is no engine is told at its first promise", { timeout: 120_000 }, async () => {
  expect(broken(await conformance(engine, "false"))).toEqual(["presence is announced: the process ended by 1"]);
});
