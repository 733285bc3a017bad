import { expect, test } from "vitest";
import { together } from "./together.ts";

test("those who ask at once share a read, and whoever asks after it began gets one of their own", async () => {
  const begun: PromiseWithResolvers<string>[] = [];
  const read = together(() => {
    const next = Promise.withResolvers<string>();
    begun.push(next);
    return next.promise;
  });
  const [first, twin, other] = [read("a"), read("a"), read("b")];
  expect(begun).toHaveLength(0);
  await Promise.resolve();
  expect(begun).toHaveLength(2);
  const later = read("a");
  begun[0]!.resolve("before");
  begun[1]!.resolve("b");
  expect(await Promise.all([first, twin, other])).toEqual(["before", "before", "b"]);
  begun[2]!.resolve("after");
  expect(await later).toBe("after");
});

test("a read that fails fails for all who share it, and the next one is tried", async () => {
  let fails = true;
  const read = together(async () => {
    if (fails) throw new Error("away");
    return 1;
  });
  const shared = [read("a"), read("a")];
  for (const one of shared) await expect(one).rejects.toThrow("away");
  fails = false;
  expect(await read("a")).toBe(1);
});
