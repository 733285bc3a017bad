import { BrokerUnreachableError } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { createStatus } from "./status.ts";

function looks() {
  const state = { at: 0, looks: 0, fails: undefined as Error | undefined };
  const load = async () => {
    state.looks++;
    await Promise.resolve();
    if (state.fails) throw state.fails;
    return { outstanding: 3, waiting: 1 };
  };
  return { state, status: createStatus({ load, presence: async () => [], now: () => 7, steady: () => state.at }) };
}

test("however many ask, the broker is looked at once a second", async () => {
  const { state, status } = looks();
  const answers = await Promise.all(Array.from({ length: 50 }, status));
  expect(new Set(answers).size).toBe(1);
  state.at = 999;
  await status();
  expect(state.looks).toBe(1);
  state.at = 1000;
  await Promise.all([status(), status()]);
  expect(state.looks).toBe(2);
});

test("a broker that does not answer is down, and looked at again a second later; another failure is thrown", async () => {
  const { state, status } = looks();
  state.fails = new BrokerUnreachableError("look");
  expect(await status()).toMatchObject({ status: "down", broker: "unreachable", checked_at: 7, open_jobs: null });
  state.fails = new TypeError("a bug");
  state.at = 1000;
  await expect(status()).rejects.toThrow("a bug");
  state.fails = undefined;
  state.at = 2000;
  expect(await status()).toMatchObject({ status: "degraded", broker: "reachable", open_jobs: 3 });
});
