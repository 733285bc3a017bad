import { expect, test } from "vitest";
import { waitSecondsOf } from "./wait.ts";

test("a client waits as long as it says, at most 25 s", () => {
  expect(waitSecondsOf("20", undefined)).toBe(20);
  expect(waitSecondsOf("99", "wait=1")).toBe(25);
  expect(waitSecondsOf(undefined, "respond-async, wait=10")).toBe(10);
  expect(waitSecondsOf(undefined, "wait = 7; foo")).toBe(7);
  expect(waitSecondsOf(undefined, "await=7")).toBe(0);
  expect(waitSecondsOf(undefined, undefined)).toBe(0);
  expect(waitSecondsOf(undefined, 'wait="7"')).toBe(7);
  expect(waitSecondsOf(undefined, "wait=3, wait=9")).toBe(3);
  for (const other of ["foo=bar; wait=20", 'foo="a, wait=20"', 'foo="a\\", wait=20', "wait", "wait=-1", "wait=1e1"])
    expect([other, waitSecondsOf(undefined, other)]).toEqual([other, 0]);
  for (const bad of ["", "-1", "1.5", "soon", ["1", "2"]]) expect(() => waitSecondsOf(bad, undefined)).toThrow("wait: whole seconds");
});
