import { readFileSync } from "node:fs";
import { root } from "./source-text.ts";

/** What Prometheus, a histogram or the exporter adds. */
const ADDED = ["job", "instance", "le", "consumer_name", "stream_name"];
const rows = [...readFileSync(`${root}docs/metrics.md`, "utf8").matchAll(/^\| `(tsa_\w+)` \| \w+ \| ([^|]*) \|/gm)];
const labels = new Map(rows.map(([, name = "", list = ""]) => [name, list.split(",").map((label) => label.trim())]));
const base = (name: string): string => name.replace(/_(?:bucket|count|sum)$/, "");

/** Metrics and labels of a query that no service tells: a metric that is not in docs/metrics.md, or a label that its metrics there do not have. */
export function unknownIn(query: string): string[] {
  const metrics = [...query.matchAll(/\b(tsa_\w+)(?:\{([^}]*)\})?/g)].map(([, name = "", matchers = ""]) => ({
    name: base(name),
    matchers,
  }));
  const strange = metrics.filter(({ name }) => !labels.has(name)).map(({ name }) => name);
  const matched = metrics.flatMap(({ name, matchers }) =>
    [...matchers.matchAll(/(\w+)\s*=~?"/g)]
      .map(([, label = ""]) => label)
      .filter((label) => ![...ADDED, ...(labels.get(name) ?? [])].includes(label)),
  );
  const all = new Set([...ADDED, ...metrics.flatMap(({ name }) => labels.get(name) ?? [])]);
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(",").map((label) => label.trim()));
  return [...strange, ...matched, ...grouped.filter((label) => !all.has(label))];
}
