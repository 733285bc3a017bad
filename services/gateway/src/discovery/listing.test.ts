import { ChainId } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { submissionInShort } from "../api-schemas.ts";
import { about } from "./about.ts";
import { endpointProblem, listingOf } from "./listing.ts";

const listing = listingOf("https://sentiment.example", "0.02");
const lines = listing.serviceDescription.split("\n");

test("the description has the marketplace's four numbered parts, and fits", () => {
  expect(lines.map((line) => line.split("] ")[0])).toEqual([
    "1. [Service Description",
    "2. [Parameter Spec",
    "3. [Request Method",
    "4. [Request Example",
  ]);
  expect(lines[2]).toBe("3. [Request Method] POST");
  expect(listing.serviceDescription).toMatch(/^[\x20-\x7e\n]+$/);
  expect(listing.serviceDescription.length).toBeLessThan(2000);
  expect(listing.serviceName).toMatch(/^[^\d$]{5,30}$/);
  expect(listing.serviceName).not.toBe(about.name);
  expect(listing.fee).toMatch(/^\d+(?:\.\d{1,6})?$/);
  expect(lines[3]).toContain(`'${listing.endpoint}'`);
});

test("its parameters are those of a submission, and it names every chain", () => {
  const spec = lines[1]!.replace("2. [Parameter Spec] ", "").split("; ");
  const told = spec.map((one) => /^(\w+)\(string, (required|optional)\): \S/.exec(one)!.slice(1));
  const { properties, required } = submissionInShort() as { properties: object; required: string[] };
  expect(told).toEqual(Object.keys(properties).map((name) => [name, required.includes(name) ? "required" : "optional"]));
  for (const chain of ChainId.options) expect(spec[2]).toMatch(new RegExp(`\\b${chain}\\b`));
});

test.each([
  ["https://sentiment.example/api/agent", undefined],
  ["http://sentiment.example/api/agent", "https"],
  ["https://127.0.0.1:8080/api/agent", "public"],
  ["https://[::1]/api/agent", "public"],
  ["https://localhost/api/agent", "public"],
  ["https://gateway.internal/api/agent", "public"],
])("%s as an endpoint: %s", (endpoint, problem) => {
  const told = endpointProblem(endpoint);
  expect(problem === undefined ? told : told?.includes(problem)).toBe(problem === undefined ? undefined : true);
});
