import { expect, test } from "vitest";
import { z } from "zod";
import { ConfigError, parseConfig } from "./config.ts";

const schema = z.object({
  GATEWAY_CAPACITY: z.coerce.number().int().min(1).max(512).default(32),
  GATEWAY_PEPPER: z.string().min(8).describe("at least 8 characters, kept secret"),
});

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

test("an environment that fits gives the service's settings and the base settings", () => {
  expect(parseConfig(schema, { GATEWAY_PEPPER: "0123456789", LOG_LEVEL: "warn" })).toEqual({
    GATEWAY_CAPACITY: 32,
    GATEWAY_PEPPER: "0123456789",
    LOG_LEVEL: "warn",
    PROBE_PORT: 0,
    OTEL_TRACES_SAMPLER_ARG: 0.1,
    NATS_URL: "nats://127.0.0.1:4222",
  });
});

test("an empty string counts as unset", () => {
  expect(parseConfig(schema, { GATEWAY_PEPPER: "0123456789", GATEWAY_CAPACITY: "", PROBE_PORT: "" })).toMatchObject({
    GATEWAY_CAPACITY: 32,
    PROBE_PORT: 0,
    OTEL_TRACES_SAMPLER_ARG: 0.1,
  });
  expect(problemsOf({ GATEWAY_PEPPER: "" })).toEqual(["GATEWAY_PEPPER: is not set (at least 8 characters, kept secret)"]);
});

test("every problem is named at once, one line a variable", () => {
  expect(problemsOf({ LOG_LEVEL: "loud", PROBE_PORT: "99999", GATEWAY_CAPACITY: "many" })).toMatchInlineSnapshot(`
    [
      "LOG_LEVEL: Invalid option: expected one of "fatal"|"error"|"warn"|"info"|"debug"|"trace"|"silent"",
      "PROBE_PORT: Too big: expected number to be <=65535",
      "GATEWAY_CAPACITY: Invalid input: expected number, received NaN",
      "GATEWAY_PEPPER: is not set (at least 8 characters, kept secret)",
    ]
  `);
});

test("a problem never shows the value", () => {
  expect(problemsOf({ GATEWAY_PEPPER: "hunter2" }).join()).not.toContain("hunter2");
});
