import { expect, test } from "vitest";
import { idempotencyKey, idempotencyKeyOf } from "./idempotency-key.ts";
import { requestIdOf } from "./submission.ts";

test.each(["order-7", "order 7", "Bestellung ü", '"quoted"', "100%", "%41", "a\\b", "狗", "x,y;z"])(
  "%j reads back as it was answered",
  (id) => {
    expect(idempotencyKeyOf(idempotencyKey(id))).toBe(id);
    expect(requestIdOf({}, idempotencyKey(id))).toEqual({ requestId: id, generated: false });
  },
);

test("a quoted string is the same as the plain value", () => {
  expect(idempotencyKeyOf('"order 7"')).toBe("order 7");
  expect(idempotencyKeyOf(String.raw`"a\"b\\c"`)).toBe(String.raw`a"b\c`);
});

test.each(['"open', 'a"b', "a b", "ü", "100%", "%zz", "%FF"])("%j is refused, naming the header", (header) => {
  expect(() => requestIdOf({}, header)).toThrow(/^Idempotency-Key: /);
});

test("the header obeys the rules of request_id", () => {
  expect(() => requestIdOf({}, "x".repeat(129))).toThrow(/^Idempotency-Key: a string of at most 128/);
  expect(() => requestIdOf({}, "a%00b")).toThrow(/^Idempotency-Key: /);
  expect(requestIdOf({}, "")).toMatchObject({ generated: true });
});

test("body and header may say the same, and must not differ", () => {
  expect(requestIdOf({ request_id: "a b" }, "a%20b")).toEqual({ requestId: "a b", generated: false });
  expect(requestIdOf({ request_id: "" }, "k")).toEqual({ requestId: "k", generated: false });
  expect(() => requestIdOf({ request_id: "a" }, "b")).toThrow(/^request_id and Idempotency-Key: /);
});
