import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startConstellation } from "@token-sentiment/local";
import { expect, test } from "vitest";
import { findPrometheusBinary } from "../../manifests/test/find-promtool.ts";
import { panels } from "../src/dashboards.ts";

const rules = new URL("../../prometheus/rules.yaml", import.meta.url).pathname;
/** What prometheus-nats-exporter tells, which is no Debian package. */
const UNSEEN = /jetstream_|tsa:analysis_limit_bytes/;

test("a real Prometheus on the running stack has data for every query of every panel", async ({ skip }) => {
  const bin = findPrometheusBinary("prometheus");
  if (bin === undefined) return skip("Prometheus is not there, and apt-get cannot fetch Debian's package");
  const folder = await mkdtemp(join(tmpdir(), "tsa-prometheus-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const ports = new Map<string, number>();
  const constellation = stack.use(
    await startConstellation({
      dataDir: join(folder, "data"),
      onLog: (service, line) => {
        const { probe_port: port } = line as { probe_port?: unknown };
        if (typeof port === "number") ports.set(service, port);
      },
    }),
  );
  const scrape_configs = [...ports].map(([job, port]) => ({ job_name: job, static_configs: [{ targets: [`127.0.0.1:${port}`] }] }));
  expect(scrape_configs.length).toBeGreaterThan(8);
  const global = { scrape_interval: "1s", evaluation_interval: "1s" };
  await copyFile(rules, join(folder, "rules.yaml"));
  await writeFile(join(folder, "prometheus.yml"), JSON.stringify({ global, rule_files: ["rules.yaml"], scrape_configs }));
  const port = 20_000 + (process.pid % 20_000);
  const prometheus = spawn(
    bin,
    [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: "ignore" },
  );
  stack.defer(async () => {
    prometheus.kill("SIGTERM");
    await once(prometheus, "exit");
  });

  // Who is told of every job: webhooks end when they are delivered.
  const receiver = createServer((_request, response) => void response.end()).listen(0, "127.0.0.1");
  stack.defer(() => void receiver.close());
  await once(receiver, "listening");
  const webhook_url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/ended`;
  const headers = { "content-type": "application/json", authorization: `Bearer ${constellation.key}` };
  const examples = (await (await fetch(`${constellation.url}/api/examples`)).json()) as {
    coin_symbol: string;
    contract_address: string;
    chain_id: string;
  }[];
  const query = async (expr: string): Promise<string[]> => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`;
    const answer = (await (await fetch(url)).json()) as { data?: { result: { value: [number, string] }[] } };
    return (answer.data?.result ?? []).map(({ value }) => value[1]);
  };
  const all = Object.entries(panels).flatMap(([dashboard, shown]) =>
    shown.flatMap(({ title, queries }) => Object.values(queries).map((expr) => ({ dashboard, title, expr }))),
  );
  const asked = all.filter(({ expr }) => !UNSEEN.test(expr));
  expect(all.length - asked.length).toBeLessThan(8);
  let missing = asked;
  // Rates need events between scrapes: jobs go on until every panel has seen its own.
  for (let round = 0; missing.length > 0 && round < 40; round += 1) {
    // A symbol of its own each round, so that sources are asked whose answers about the others are kept.
    for (const { coin_symbol, contract_address, chain_id } of [...examples, { ...examples[0], coin_symbol: `NEW${round}` }]) {
      const body = JSON.stringify({ coin_symbol, contract_address, chain_id, webhook_url });
      const accepted = (await (await fetch(`${constellation.url}/api/agent`, { method: "POST", headers, body })).json()) as {
        poll_url?: string;
      };
      if (accepted.poll_url !== undefined) await fetch(`${constellation.url}${accepted.poll_url}?wait=20`, { headers });
    }
    // No payment at all is one that is refused.
    const unpaid = { "content-type": "application/json", "payment-signature": "none" };
    await fetch(`${constellation.url}/api/agent`, { method: "POST", headers: unpaid, body: JSON.stringify({ coin_symbol: "OAK" }) });
    // A counter of what goes wrong has no series before something does.
    if (round === 1) constellation.kill("broker", "SIGKILL");
    await delay(2000);
    const answers = await Promise.all(missing.map(async (one) => ({ one, values: await query(one.expr).catch(() => []) })));
    missing = answers.filter(({ values }) => values.every((value) => value === "NaN")).map(({ one }) => one);
  }
  expect(missing).toEqual([]);
});
