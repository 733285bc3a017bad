import { UnavailableError } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { createRecent } from "./recent.ts";

const { signal } = new AbortController();
const options = { source: "place", keptMs: 60 };

test("an answer is given again while it is fresh, a failure never", async () => {
  let [time, asked] = [0, 0];
  const recent = createRecent<number>({ ...options, now: () => time });
  const get = (key: string) => recent.get(key, { signal, load: async () => (asked += 1) });
  expect([await get("a"), await get("a"), await get("b")]).toEqual([1, 1, 2]);
  time = 60;
  expect(await get("a")).toBe(3);
  await expect(recent.get("c", { signal, load: () => Promise.reject(new Error("away")) })).rejects.toThrow("away");
  expect(await get("c")).toBe(4);
});

test("only the newest fifty are kept", async () => {
  const recent = createRecent<number>({ ...options, now: () => 0 });
  const get = (key: string, value: number) => recent.get(key, { signal, load: async () => value });
  for (let key = 0; key < 51; key += 1) await get(`${key}`, key);
  expect([await get("50", -1), await get("0", -1)]).toEqual([50, -1]);
});

test("many who ask at once are one call, and who gives up takes it from nobody", async () => {
  const answer = Promise.withResolvers<number>();
  let asked = 0;
  const recent = createRecent<number>({ ...options, now: () => 0 });
  const load = (own: AbortSignal) => {
    asked += 1;
    expect(own.aborted).toBe(false);
    return answer.promise;
  };
  const impatient = new AbortController();
  const first = recent.get("a", { signal: impatient.signal, load });
  const others = Array.from({ length: 10 }, () => recent.get("a", { signal, load }));
  impatient.abort();
  await expect(first).rejects.toThrow(new UnavailableError("place gave no answer in time"));
  answer.resolve(7);
  expect(await Promise.all(others)).toEqual(Array.from({ length: 10 }, () => 7));
  expect(asked).toBe(1);
});
