import { readdirSync, readFileSync } from "node:fs";
import { Evidence, JobRow, Presence, Request, Token } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { schemaBreaks } from "./schema-breaks.ts";

const schemas = { request: Request, token: Token, evidence: Evidence, "job-row": JobRow, presence: Presence };
const past = new URL("../golden/past-schemas/", import.meta.url);
const releases = readdirSync(past);
type Json = Record<string, unknown>;
const jsonOf = (name: keyof typeof schemas): Json =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schemas[name] as z.ZodType, { io: "input" }))) as Json;
const names = Object.keys(schemas) as (keyof typeof schemas)[];

test.each(releases.flatMap((release) => names.map((name) => [name, release] as const)))(
  "whoever knows the %s of %s can read ours, and we theirs: a change that would break a running process fails here",
  (name, release) => {
    const then: unknown = JSON.parse(readFileSync(new URL(`${release}/${name}.json`, past), "utf8"));
    expect(schemaBreaks(then, jsonOf(name))).toEqual([]);
  },
);

/** Every object of a schema that has members, however deep. */
function holders(node: unknown): { properties: Record<string, Json>; required?: string[] }[] {
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(holders);
  return "properties" in node ? [node as { properties: Record<string, Json> }, ...below] : below;
}

type Holder = ReturnType<typeof holders>[number];
/** What may be done to one member of a message. */
const mutations: Record<string, (holder: Holder, name: string) => void> = {
  removed: ({ properties }, name) => void delete properties[name],
  renamed: ({ properties }, name) => {
    properties[`${name}_2`] = properties[name]!;
    delete properties[name];
  },
  narrowed: ({ properties }, name) => void (properties[name] = { ...properties[name], enum: ["one", "thing"].slice(0, 1) }),
  "of another type": ({ properties }, name) => void (properties[name] = { type: "null" }),
  "made optional, or else required": (holder, name) => {
    const required = new Set(holder.required);
    if (!required.delete(name)) required.add(name);
    holder.required = [...required];
  },
};

test.each(names.flatMap((name) => Object.keys(mutations).map((change) => [name, change] as const)))(
  "each member of the %s that is %s is found",
  (name, change) => {
    const places = holders(jsonOf(name)).flatMap(({ properties }, index) =>
      Object.keys(properties).map((member) => [index, member] as const),
    );
    expect(places.length).toBeGreaterThan(3);
    const unseen = places.filter(([index, member]) => {
      const mutated = jsonOf(name);
      mutations[change]!(holders(mutated)[index]!, member);
      return schemaBreaks(jsonOf(name), mutated).length === 0;
    });
    expect(unseen).toEqual([]);
  },
);

test("limits that move, values that come or go, and members that must be there are found; members that need not be are growth", () => {
  const breaks = (change: (evidence: Json) => void) => {
    const later = jsonOf("evidence");
    change(later);
    return schemaBreaks(jsonOf("evidence"), later);
  };
  const members = (evidence: Json) => evidence["properties"] as Record<string, Json>;
  expect(breaks((later) => void (members(later)["reason"]!["maxLength"] = 200))).toEqual(["/properties/reason/maxLength: is another"]);
  expect(breaks((later) => void (members(later)["outcome"]!["enum"] = ["observed", "unavailable"]))).toHaveLength(1);
  expect(breaks((later) => void (members(later)["outcome"]!["enum"] = ["observed", "unavailable", "not_applicable", "late"]))).toHaveLength(
    1,
  );
  expect(breaks((later) => void (members(later)["mood"] = { type: "string" }))).toEqual([]);
  expect(breaks((later) => void (later["description"] = "evidence"))).toEqual([]);
  const demanded = breaks((later) => {
    members(later)["mood"] = { type: "string" };
    (later["required"] as string[]).push("mood");
  });
  expect(demanded).toEqual(["/required: mood must be there now"]);
});
