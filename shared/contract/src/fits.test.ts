import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evidence, request, token } from "../schemas/fits.js";
import { Evidence } from "./evidence.ts";
import { fitsCode } from "./write-fits.ts";
import { Request } from "./request.ts";
import { Token } from "./token.ts";

const schemas = { request: Request, token: Token, evidence: Evidence } as const;
const fits = { request, token, evidence } as const;
const kinds = ["request", "token", "evidence"] as const;
const golden = (kind: string): object => JSON.parse(readFileSync(new URL(`../golden/${kind}.json`, import.meta.url), "utf8"));

/** What a value is replaced by: everything JSON has, at the edges of what the schemas allow, and numbers and bigints that only a program can hand over. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(undefined, Number.NaN, Infinity, -0, 2 ** 53, -5, 5, 5.01, 1.5, "", "observed", "hit", "1", "solana", 1n),
  fc.integer({ min: 1, max: 300 }).chain((length) => fc.constantFrom("a".repeat(length), "😀".repeat(length), "\u0000".repeat(length))),
);

/** The places of a value, as paths. */
const places = (value: unknown, path: readonly string[] = []): (readonly string[])[] => [
  path,
  ...(typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key])) : []),
];

function changed(value: unknown, path: readonly string[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== "object" || value === null) return to;
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? changed(one, rest, to) : one));
  return { ...value, [key]: changed((value as Record<string, unknown>)[key], rest, to) };
}

describe.each(kinds)("%s", (kind) => {
  const schema = schemas[kind];

  test("the golden one fits", () => {
    expect(fits[kind](golden(kind))).toBe(true);
  });

  test("whatever fits is what the schema gives back as it is", () => {
    const paths = places(golden(kind));
    const added = paths.map((path) => [...path, "later"]);
    const change = fc.tuple(fc.constantFrom(...paths, ...added), anything);
    let fitting = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        const value = changes.reduce<unknown>((before, [path, to]) => changed(before, path, to), golden(kind));
        if (!fits[kind](value)) return;
        fitting++;
        expect(schema.parse(value)).toEqual(value);
      }),
      { numRuns: 3000, seed: 12 },
    );
    expect(fitting).toBeGreaterThan(300);
  });
});

test("schemas/fits.js is what the schemas say; `npm run schemas` writes it", () => {
  expect(readFileSync(new URL("../schemas/fits.js", import.meta.url), "utf8")).toBe(fitsCode());
});
