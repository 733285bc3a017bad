import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declareTopology, openBucket, openBus } from "@token-sentiment/bus";
import { expect, onTestFinished, test } from "vitest";
import { findNatsServer, startNatsServer } from "../src/index.ts";
import { gone } from "./processes.ts";

const bin = await findNatsServer();

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "tsa nats-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("a broker that was killed continues with the same data and keys", async () => {
  const dataDir = scratch();
  const first = await startNatsServer({ bin, dataDir, port: 0 });
  const seedOf = (role: "operator" | "provisioner") => readFileSync(first.keys[role].seedFile, "utf8");
  {
    await using provisioner = await openBus({ servers: first.url, role: "provisioner", seed: seedOf("provisioner") });
    await declareTopology(provisioner, { replicas: 1, maxBytes: 64 * 1024 * 1024, capacity: 8 });
    await using operator = await openBus({ servers: first.url, role: "operator", seed: seedOf("operator") });
    await (await openBucket(operator, "keys")).put("k", { id: "kept" });
  }
  await first.kill("SIGKILL");
  await using again = await startNatsServer({ bin, dataDir, port: first.port });
  expect(again.keys).toEqual(first.keys);
  await using operator = await openBus({ servers: again.url, role: "operator", seed: seedOf("operator") });
  expect(await (await openBucket(operator, "keys")).get("k")).toMatchObject({ value: { id: "kept" } });
});

test("seeds are readable by their owner only", async () => {
  await using server = await startNatsServer({ bin, dataDir: scratch(), port: 0 });
  expect(Object.values(server.keys).map(({ seedFile }) => statSync(seedFile).mode & 0o777)).toEqual(
    Object.keys(server.keys).map(() => 0o600),
  );
});

test("a port in use is told in one sentence", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  await expect(startNatsServer({ bin, dataDir: scratch(), port })).rejects.toThrow(
    `port ${port} of 127.0.0.1, meant for the broker, is in use`,
  );
});

test("settings it cannot read are told in one sentence", async () => {
  await expect(startNatsServer({ bin, dataDir: scratch(), port: 0, maxFileStore: "much" })).rejects.toThrow(
    /^nats-server ended at once: .*max_file_store/,
  );
});

test("it ends with its starter, also when that is killed", async () => {
  const program = `
    const { startNatsServer } = await import(${JSON.stringify(join(import.meta.dirname, "../src/index.ts"))});
    const server = await startNatsServer(${JSON.stringify({ bin, dataDir: scratch(), port: 0 })});
    console.log(server.pid);
    setInterval(() => undefined, 1000);`;
  const starter = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [said]: unknown[] = await once(starter.stdout, "data");
  const pid = Number(String(said));
  expect(await gone([pid], 0)).toBe(false);
  starter.kill("SIGKILL");
  expect(await gone([pid], 8000)).toBe(true);
});
