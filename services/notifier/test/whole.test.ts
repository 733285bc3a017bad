import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { enginesFor } from "@token-sentiment/contract";
import { startConstellation } from "@token-sentiment/local";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { startReceiver } from "./receiver.ts";

const within = { timeout: 50_000, interval: 50 };

test("through the whole service: submitted with a key, told signed when it ended, and seen in its deliveries", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tsa-webhooks-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const engines = enginesFor("1").map((engine) => `engine-${engine}`);
  // Nobody answers the engines: they say so, and the job ends.
  const all = stack.use(await startConstellation({ dataDir, services: [...engines, "aggregator", "notifier", "gateway"] }));
  let status = 500;
  const receiver = stack.use(await startReceiver((response) => response.writeHead(status).end()));
  const submit = (headers: Record<string, string>) =>
    fetch(`${all.url}/api/agent`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ coin_symbol: "OAK", contract_address: `0x${"1".repeat(40)}`, webhook_url: receiver.url }),
    });
  expect((await submit({ "x-demo-fingerprint": "a-demo-device" })).status).toBe(400);
  const accepted = await submit({ authorization: `Bearer ${all.key}` });
  expect(accepted.status).toBe(202);
  const { job_id } = (await accepted.json()) as { job_id: string };

  await expect.poll(() => receiver.calls.length, within).toBe(1);
  status = 204;
  await expect.poll(() => receiver.calls.length, within).toBe(2);
  const body: unknown = await (await fetch(`${all.url}/api/agent/${job_id}`)).json();
  const webhook = new Webhook(accepted.headers.get("webhook-secret") ?? "");
  for (const call of receiver.calls) {
    const told = webhook.verify(call.body, call.headers) as { type: string; data: unknown };
    expect(told).toMatchObject({ type: `analysis.${(body as { status: string }).status}`, data: body });
  }
  expect(new Set(receiver.ids()).size).toBe(1);
  const deliveries = async () => (await (await fetch(`${all.url}/api/agent/${job_id}/deliveries`)).json()) as { state: string };
  await expect.poll(async () => (await deliveries()).state, within).toBe("delivered");
  expect(await deliveries()).toMatchObject({
    webhook_id: receiver.ids()[0],
    next_attempt_at: null,
    attempts: [
      { outcome: "status", status: 500 },
      { outcome: "delivered", status: 204 },
    ],
  });
});
