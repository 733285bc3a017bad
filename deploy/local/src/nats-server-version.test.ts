import { expect, test } from "vitest";
import { compareVersions } from "./nats-server-version.ts";

test("versions compare by number, not by letter", () => {
  expect(compareVersions("2.9.10", "2.12.0")).toBeLessThan(0);
  expect(compareVersions("v2.15.1", "2.15.1")).toBe(0);
  expect(compareVersions("3.0.0", "2.15.1")).toBeGreaterThan(0);
});

test("what is no version is older than any", () => {
  expect(compareVersions("none", "0.0.1")).toBeLessThan(0);
});
