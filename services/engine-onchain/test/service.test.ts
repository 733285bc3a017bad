import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readJournal, writeFact } from "@token-sentiment/bus";
import { Evidence, subjects } from "@token-sentiment/contract";
import { startSandbox } from "@token-sentiment/sandbox";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";

test("the service answers a request on the broker with evidence, and ends on SIGTERM", async () => {
  await using sandbox = await startSandbox();
  await using broker = await startBroker();
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
  const service = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      PATH: process.env["PATH"],
      NATS_URL: broker.url,
      NATS_NKEY_SEED_FILE: broker.seedFile("engine-onchain"),
      ENGINE_EVM_RPC_1: sandbox.rpcUrl,
    },
  });
  await using _ = { [Symbol.asyncDispose]: async () => void service.kill("SIGKILL") };
  for await (const line of createInterface(service.stdout)) if (line.includes('"msg":"ready"')) break;

  const gateway = await broker.open("gateway");
  const job_id = randomUUID();
  const request = {
    job_id,
    request_id: job_id,
    caller: "test",
    coin_symbol: "ANY",
    contract_address: sandbox.tokens["OAK"]?.address ?? "",
    chain_id: "1",
    expects: ["onchain"],
    budget_ms: 60_000,
  } as const;
  await writeFact(gateway, { kind: "request", subject: subjects.request("1", job_id), value: request });

  const platform = await broker.open("aggregator");
  const answered = async () =>
    (await readJournal(platform, job_id)).find(({ subject }) => subject === subjects.evidence("onchain", job_id));
  const deadline = Date.now() + 15_000;
  let fact = await answered();
  while (!fact && Date.now() < deadline) {
    await delay(50);
    fact = await answered();
  }
  const evidence = Evidence.parse(fact?.value);
  expect(evidence).toMatchObject({ outcome: "observed", cached: false });
  expect(evidence.measures.event).toBeLessThan(0.3);

  const exited = once(service, "exit");
  service.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});
