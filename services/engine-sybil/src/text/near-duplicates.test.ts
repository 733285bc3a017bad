import { expect, test } from "vitest";
import { createNearDuplicates } from "./near-duplicates.ts";
import { createShingler, jaccard } from "./shingles.ts";

const text = "insiders are dumping everything right now and the team is gone";

test("a text with a few words changed joins its original, another text does not", () => {
  const { add } = createNearDuplicates();
  const original = add(text);
  expect(original).toBeDefined();
  expect(add(`${text} folks`)).toBe(original);
  expect(add("insiders are dumping everything right now and the team has gone")).toBe(original);
  expect(add("the documentation explains vesting in plain language to everybody")).not.toBe(original);
});

test("a short text is not judged: everybody says good morning", () => {
  const { add } = createNearDuplicates();
  expect(add("to the moon")).toBeUndefined();
  expect(add("supercalifragilisticexpialidocious")).toBeUndefined();
  expect(add("これは詐欺ですすぐに売ってくださいチームはもういません")).toBeDefined();
});

test("Jaccard is exact, and 0 where it cannot reach the limit", () => {
  const read = createShingler("");
  const shinglesOf = (letters: string) => read(letters).hashes.toSorted();
  const [a, b] = [shinglesOf("abcdefgh"), shinglesOf("abcdefxy")];
  expect(jaccard(a, b, 0)).toBeCloseTo(3 / 7, 10);
  expect(jaccard(a, shinglesOf("abcd"), 0.6)).toBe(0);
  expect(jaccard(a, a, 0.6)).toBe(1);
});

test("a deployment's seed changes every hash and no finding", () => {
  const [one, other] = ["a", "b"].map((seed) => createShingler(seed)(text).hashes.slice());
  expect(one).toHaveLength(other?.length ?? 0);
  expect(one?.filter((hash) => other?.includes(hash) === true)).toHaveLength(0);
  const clusters = ["", "a", "b"].map((seed) => {
    const { add } = createNearDuplicates({ seed });
    return [text, `${text} folks`, "the documentation explains vesting in plain language"].map(add);
  });
  expect(clusters).toEqual(clusters.map(() => [0, 0, 1]));
});

test("many texts in one piece of memory stay apart, in whatever order they are compared", () => {
  const { add } = createNearDuplicates({ texts: 3000 });
  const texts = Array.from({ length: 1500 }, (_, i) =>
    Array.from({ length: 12 }, (_word, j) => (i * 7919 + j * 104729).toString(36)).join(" "),
  );
  const first = texts.map(add);
  expect(texts.map((one) => add(`${one} folks`))).toEqual(first);
});
