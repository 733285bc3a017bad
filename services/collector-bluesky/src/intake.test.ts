import { expect, test } from "vitest";
import { createIntake } from "./intake.ts";
import type { StreamEvent } from "./read-event.ts";
import type { Store } from "./store.ts";

const START = 1_795_188_000_000_000;
const event = (number: number): StreamEvent => ({ at_us: START + number, outcome: "irrelevant" });

/** A store that answers when it is let. */
function slowStore() {
  const gate = Promise.withResolvers<void>();
  const told: number[] = [];
  const store: Store = {
    posts: async () => {
      await gate.promise;
      return 0;
    },
    hour: async () => undefined,
    progress: async (_, until_us) => void told.push(until_us),
  };
  return { store, told, open: () => gate.resolve() };
}

test("a queue that is full takes nothing more, and its cursor stays where everything is stored", async () => {
  const { store, told, open } = slowStore();
  const start = { cursor_us: START, since_us: START, until_us: START };
  const intake = createIntake({ store, start, progressMs: 0, now: () => 0, onStored: () => undefined, queueMax: 3 });
  expect([1, 2, 3, 4].map((number) => intake.offer(event(number)))).toEqual([true, true, true, false]);
  expect(intake.cursor_us).toBe(START);
  open();
  await intake.drained();
  expect(intake.cursor_us).toBe(START + 3);
  expect(told).toEqual([START + 3]);
  expect(intake.offer(event(5))).toBe(true);
});

test("progress never goes back, however far back reading resumes", async () => {
  const { store, told, open } = slowStore();
  open();
  const start = { cursor_us: START, since_us: START - 10, until_us: START + 100 };
  const intake = createIntake({ store, start, progressMs: 0, now: () => 0, onStored: () => undefined });
  intake.offer(event(50));
  await intake.drained();
  expect(told).toEqual([]);
  intake.offer(event(101));
  await intake.drained();
  expect(told).toEqual([START + 101]);
});
