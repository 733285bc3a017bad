import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { asyncApi } from "./asyncapi.ts";

/** Of a diagnostic; warnings are of style. */
const ERROR = "0";
const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

test("asyncapi.json is what the code says; `npm run schemas` writes it", () => {
  expect(read("../asyncapi.json")).toEqual(JSON.parse(JSON.stringify(asyncApi())));
});

test("it is valid AsyncAPI 3", async () => {
  const { document, diagnostics } = await new Parser().parse(JSON.stringify(asyncApi()));
  expect(
    diagnostics.filter(({ severity }) => String(severity) === ERROR).map(({ message, path }) => `${path.join(".")} ${message}`),
  ).toEqual([]);
  expect(document?.operations().all().length).toBe(4);
});

test.each(["request", "token", "evidence", "presence"] as const)(
  "the golden %s fits its schema there, and one without its job or engine does not",
  (name) => {
    const { messages } = asyncApi().channels[name];
    const [message] = Object.values(messages);
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(message?.payload ?? false);
    const golden = read(`../golden/${name}.json`) as Record<string, unknown>;
    expect(fits(golden)).toBe(true);
    expect(fits({ ...golden, job_id: undefined, engine: undefined, chain_id: 7 })).toBe(false);
  },
);
