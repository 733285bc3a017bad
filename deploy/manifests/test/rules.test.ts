import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { findPrometheusBinary } from "./find-promtool.ts";
import { root } from "./source-text.ts";
import { unknownIn } from "./unknown-labels.ts";

const text = (file: string) => readFileSync(`${root}deploy/prometheus/${file}`, "utf8");
const operations = readFileSync(`${root}docs/operations.md`, "utf8");
const rules = (parse(text("rules.yaml")) as { groups: { rules: { alert?: string; record?: string; expr: string }[] }[] }).groups.flatMap(
  (group) => group.rules,
);
const names = rules.flatMap(({ alert }) => alert ?? []);

test("every alert fires in its bad case and stays silent in its tolerable one", { timeout: 180_000 }, ({ skip }) => {
  const promtool = findPrometheusBinary("promtool");
  if (promtool === undefined) return skip("promtool is not there, and apt-get cannot fetch Debian's prometheus");
  execFileSync(promtool, ["check", "rules", "rules.yaml", "limits-local.yaml", "limits-production.yaml"], {
    cwd: `${root}deploy/prometheus`,
  });
  const { status, stdout, stderr } = spawnSync(promtool, ["test", "rules", "rules.test.yaml"], {
    cwd: `${root}deploy/prometheus`,
    encoding: "utf8",
  });
  expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
});

test("an alert whose threshold moved is found", { timeout: 180_000 }, ({ skip }) => {
  const promtool = findPrometheusBinary("promtool");
  if (promtool === undefined) return skip("promtool is not there, and apt-get cannot fetch Debian's prometheus");
  const folder = mkdtempSync(join(tmpdir(), "tsa-rules-"));
  writeFileSync(join(folder, "rules.yaml"), text("rules.yaml").replace("oldest_open_job_seconds) > 130", "oldest_open_job_seconds) > 129"));
  const all = parse(text("rules.test.yaml")) as { tests: { name: string }[] };
  const one = { ...all, tests: all.tests.filter(({ name }) => name.startsWith("OldestJobOverdue")) };
  writeFileSync(join(folder, "rules.test.yaml"), JSON.stringify(one));
  const { status, stdout, stderr } = spawnSync(promtool, ["test", "rules", "rules.test.yaml"], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(status).not.toBe(0);
  expect(stdout + stderr).toMatch(/OldestJobOverdue/);
});

test("every alert has both cases and a heading that tells what it means, where to look first and what to do", () => {
  const tests = (parse(text("rules.test.yaml")) as { tests: { name: string }[] }).tests.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(12);
  for (const name of names) {
    expect(tests).toContain(`${name} fires`);
    expect(tests).toContain(`${name} stays silent`);
    expect(operations).toContain(`\n### ${name}\n`);
  }
  expect([...operations.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)).toEqual(names);
});

test("every metric of a rule, and every label that it looks at, is one that a service tells, or recorded by a rule", () => {
  expect(rules.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  const recorded = new Set([...rules.flatMap(({ record }) => record ?? []), "tsa:analysis_limit_bytes"]);
  const used = rules.flatMap(({ expr }) => [...expr.matchAll(/\b(?:slo|tsa):[\w:]+/g)].map(([name]) => name));
  expect(used.filter((name) => !recorded.has(name))).toEqual([]);
  const strange = ['sum by (kind) (rate(tsa_bus_events_total{event="x"}[5m]))', 'tsa_bus_events_total{outcome="x"}', "tsa_bus_event"];
  expect(strange.flatMap(unknownIn)).toEqual(["kind", "outcome", "tsa_bus_event"]);
});
