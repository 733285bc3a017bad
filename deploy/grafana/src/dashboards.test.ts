import { readdirSync, readFileSync } from "node:fs";
import { engineNames, engineRole } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { unknownIn } from "../../manifests/test/unknown-labels.ts";
import { dashboards, panels } from "./dashboards.ts";

const folder = new URL("../dashboards/", import.meta.url);
const root = new URL("../../../", import.meta.url);

test("the files of deploy/grafana/dashboards are what `npm run dashboards` writes", () => {
  const built = dashboards();
  expect(readdirSync(folder).toSorted((a, b) => a.localeCompare(b))).toEqual(Object.keys(built).toSorted((a, b) => a.localeCompare(b)));
  for (const [name, dashboard] of Object.entries(built))
    expect(JSON.parse(readFileSync(new URL(name, folder), "utf8")), name).toEqual(JSON.parse(JSON.stringify(dashboard)));
});

test("every team has a dashboard", () => {
  for (const engine of engineNames) expect(panels[engineRole(engine)]?.length).toBeGreaterThan(5);
});

test("every metric in a panel, and every label, is one that a service tells, recorded by a rule, or of the exporter or a process", () => {
  const rules = readFileSync(new URL("deploy/prometheus/rules.yaml", root), "utf8");
  const queries = Object.values(panels).flatMap((shown) => shown.flatMap((panel) => Object.values(panel.queries)));
  expect(queries.length).toBeGreaterThan(50);
  expect(queries.flatMap(unknownIn)).toEqual([]);
  const recorded = queries.flatMap((query) => [...query.matchAll(/\bslo:[\w:]+/g)].map(([name]) => name));
  expect(recorded.filter((name) => !rules.includes(`record: ${name}\n`))).toEqual([]);
});
