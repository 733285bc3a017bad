/** A top-level definition of a source. */
interface Unit {
  name: string;
  bases: string[];
  text: string;
}

/**
 * A source that was several files, as one: without its imports and second licence lines, each name defined once, and bases before what
 * inherits from them, which the compiler asks for within one file. Comments are left out.
 */
export function flatten(source: string): string {
  const bare = withoutComments(source);
  const pragmas = [...new Set(bare.match(/^[ \t]*pragma\s[^;]+;/gm)?.map((line) => line.trim()))];
  const body = bare.replaceAll(/^[ \t]*(?:pragma\s|import\b)[^;]*;/gm, "");
  const units = new Map<string, Unit>();
  for (const unit of unitsOf(body)) if (!units.has(unit.name)) units.set(unit.name, unit);
  const sorted: string[] = [];
  const placed = new Set<string>();
  const place = (unit: Unit) => {
    if (placed.has(unit.name)) return;
    placed.add(unit.name);
    for (const base of unit.bases) {
      const found = units.get(base);
      if (found) place(found);
    }
    sorted.push(unit.text);
  };
  for (const unit of units.values()) place(unit);
  return `// SPDX-License-Identifier: UNLICENSED\n${pragmas.join("\n")}\n${sorted.join("\n")}\n`;
}

/** Comments become nothing; what looks like one within a string stays. */
const withoutComments = (source: string): string =>
  source.replaceAll(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (_, text?: string) => text ?? " ");

/** Splits at the outermost braces and semicolons. */
function unitsOf(body: string): Unit[] {
  const units: Unit[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of body.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[{};]/g)) {
    if (mark === "{") depth++;
    else if (mark === "}") depth--;
    else if (mark !== ";") continue;
    if (depth > 0) continue;
    const text = body.slice(start, index + 1).trim();
    start = index + 1;
    if (text !== ";") units.push(unitOf(text));
  }
  return units;
}

function unitOf(text: string): Unit {
  const head = text.split("{")[0] ?? "";
  const named = /^(?:abstract\s+)?(?:contract|interface|library|struct|enum)\s+([\w$]+)(?:\s+is\s+([\s\S]*))?$/.exec(head.trim());
  const bases = (named?.[2] ?? "").replaceAll(/\([^)]*\)/g, "").split(",");
  return { name: named?.[1] ?? text, bases: bases.map((base) => base.trim()).filter((base) => base !== ""), text };
}
