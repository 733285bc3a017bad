import { expect, test } from "vitest";
import { createRecent } from "./recent.ts";

test("an answer is given again while it is fresh, a failure never", async () => {
  let [time, asked] = [0, 0];
  const recent = createRecent<number>(60, () => time);
  const load = async () => (asked += 1);
  expect([await recent.get("a", load), await recent.get("a", load), await recent.get("b", load)]).toEqual([1, 1, 2]);
  time = 60;
  expect(await recent.get("a", load)).toBe(3);
  await expect(recent.get("c", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await recent.get("c", load)).toBe(4);
});

test("only the newest fifty are kept", async () => {
  const recent = createRecent<number>(60, () => 0);
  for (let key = 0; key < 51; key += 1) await recent.get(`${key}`, async () => key);
  expect([await recent.get("50", async () => -1), await recent.get("0", async () => -1)]).toEqual([50, -1]);
});
