import { assert, asyncProperty, constantFrom, jsonValue, nat } from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const SMALL = 16;

test("in slices comes out what JSON.parse answers, however the value is built", async () => {
  await assert(
    asyncProperty(jsonValue(), constantFrom(0, 2), async (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(await parseJson(text, SMALL)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500, seed: 6 },
  );
});

test("what JSON.parse refuses is refused in slices too", async () => {
  await assert(
    asyncProperty(jsonValue(), nat(), constantFrom("", ",", "]", "}", '"', "[", ":", " x"), async (value, at, put) => {
      const whole = JSON.stringify([value, value]);
      const place = at % (whole.length + 1);
      const text = whole.slice(0, place) + put + whole.slice(place + 1);
      const plain = await Promise.try(() => JSON.parse(text) as unknown).catch(() => SyntaxError);
      const sliced = await parseJson(text, SMALL).catch((error: unknown) => (error instanceof SyntaxError ? SyntaxError : error));
      expect(sliced).toEqual(plain);
    }),
    { numRuns: 2000, seed: 6 },
  );
});

test("a key named __proto__ is a key, and one that comes twice is the last", async () => {
  const text = `{"a": [1, 2, 3, 4, 5, 6, 7], "__proto__": {"polluted": true, "more": "xxxxxxxxxxxx"}, "a": "the second of them is longer"}`;
  expect(JSON.stringify(await parseJson(text, SMALL))).toBe(JSON.stringify(JSON.parse(text)));
  expect(Object.getPrototypeOf(await parseJson(text, SMALL))).toBe(Object.prototype);
});

test("the event loop turns while a large answer is parsed", async () => {
  const text = JSON.stringify([{ result: Array.from({ length: 20_000 }, (_, id) => ({ id, data: "ab".repeat(50) })) }]);
  let turns = 0;
  let parsing = true;
  const count = (): void => {
    turns += 1;
    if (parsing) setImmediate(count);
  };
  setImmediate(count);
  await parseJson(text);
  parsing = false;
  expect(turns).toBeGreaterThan(5);
});
