import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { startConstellation, startNatsServer, findNatsServer } from "../src/index.ts";
import { gone, processesOf } from "./processes.ts";

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "tsa-local-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("what is killed is started again, the broker on its port, and nothing is left at the end", async () => {
  const dataDir = scratch();
  const said: string[] = [];
  await using local = await startConstellation({ dataDir, services: ["sandbox"], say: (line) => said.push(line) });
  const before = local.pids();
  expect(Object.keys(before).toSorted()).toEqual(["broker", "sandbox"]);

  local.kill("sandbox", "SIGKILL");
  local.kill("broker", "SIGKILL");
  await local.ready("sandbox");
  expect(local.restarts("sandbox")).toBe(1);
  await vi.waitFor(() => expect(local.restarts("broker")).toBe(1), { timeout: 5000 });
  expect(said.toSorted()).toEqual(["broker ended (SIGKILL), starting it again", "sandbox ended (SIGKILL), starting it again"]);
  await using again = await startConstellation({
    dataDir: scratch(),
    services: [],
    nats: { url: local.brokerUrl, keysDir: join(dataDir, "nats", "keys") },
  });
  expect(again.brokerUrl).toBe(local.brokerUrl);

  const all = processesOf(dataDir);
  expect(all).toEqual(expect.arrayContaining(Object.values(local.pids())));
  await local[Symbol.asyncDispose]();
  expect(await gone(all, 0)).toBe(true);
});

test("a service that was stopped stays down until it is started", async () => {
  await using local = await startConstellation({ dataDir: scratch(), services: ["sandbox"] });
  await local.stop("sandbox");
  expect(Object.keys(local.pids())).toEqual(["broker"]);
  await local.start("sandbox");
  expect(Object.keys(local.pids())).toContain("sandbox");
});

test("the local key and the pepper are made once and only their owner can read them", async () => {
  const dataDir = scratch();
  const keys: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    await using local = await startConstellation({ dataDir, services: [] });
    keys.push(local.key);
  }
  expect(keys[0]).toMatch(/^local_[\w-]{43}$/);
  expect(keys[1]).toBe(keys[0]);
  for (const file of ["local-key", "pepper", "webhook-secret"]) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
});

test("a second one on the same data directory is refused with a sentence, and the first goes on", async () => {
  const dataDir = scratch();
  await using local = await startConstellation({ dataDir, services: [] });
  await expect(startConstellation({ dataDir, services: [] })).rejects.toThrow(
    `another npm start runs on ${dataDir}: stop it, or give this one a DATA_DIR of its own`,
  );
  expect(await gone([local.pids()["broker"] ?? 0], 0)).toBe(false);
});

test("a port in use is told before anything is started", async () => {
  const other = createServer().listen(0);
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const dataDir = scratch();
  await expect(startConstellation({ dataDir, port })).rejects.toThrow(
    `port ${port} is in use: stop what listens there, or set PORT to another one`,
  );
  expect(processesOf(dataDir)).toEqual([]);
});

test("an existing broker that is not there, or knows other keys, is told with a sentence", async () => {
  const options = { dataDir: scratch(), services: [] };
  await expect(startConstellation({ ...options, nats: { url: "nats://127.0.0.1:9" } })).rejects.toThrow(
    /^the broker at nats:\/\/127\.0\.0\.1:9 cannot be used: .*nothing answers/,
  );
  await using server = await startNatsServer({ bin: await findNatsServer(), dataDir: scratch(), port: 0 });
  await expect(startConstellation({ ...options, nats: { url: server.url } })).rejects.toThrow(/cannot be used: .*refused operator/);
  await expect(startConstellation({ ...options, nats: { url: server.url, keysDir: "nowhere" } })).rejects.toThrow(
    /operator\.nkey cannot be read: --nats-keys names a directory with one <role>\.nkey for each role$/,
  );
});
