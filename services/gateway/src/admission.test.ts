import { describe, expect, test } from "vitest";
import { type AdmissionOptions, createAdmission } from "./admission.ts";
import { ApiError } from "./errors.ts";

/** A queue whose jobs end when told, and an admission to it. */
function queue(options: Partial<AdmissionOptions> = {}) {
  const state = { outstanding: 0, waiting: 1, looks: 0, at: 0 };
  const admission = createAdmission({
    capacity: 3,
    replicas: 1,
    now: () => state.at,
    wait: async (ms) => {
      state.at += ms;
    },
    load: async () => {
      state.looks++;
      return { outstanding: state.outstanding, waiting: state.waiting };
    },
    ...options,
  });
  const submit = () =>
    admission.run(async () => {
      await Promise.resolve();
      state.outstanding++;
      return "published";
    });
  const race = async (n: number) => {
    const ends = await Promise.allSettled(Array.from({ length: n }, submit));
    return ends.map((end) => (end.status === "fulfilled" ? end.value : (end.reason as { code: string }).code));
  };
  return { state, submit, race, run: admission.run };
}

describe("admission", () => {
  test("lets exactly the capacity through, however many race", async () => {
    const { race, state } = queue();
    const ends = await race(50);
    expect(ends.filter((end) => end === "published")).toHaveLength(3);
    expect(new Set(ends.slice(3))).toEqual(new Set(["too_many_concurrent"]));
    expect(state.outstanding).toBe(3);
  });

  test("looks before it refuses, and a second time when full, so that a slot is free the moment its job is final", async () => {
    const { race, state } = queue();
    await race(3);
    expect(await race(1)).toEqual(["too_many_concurrent"]);
    expect(state.looks).toBe(3);
    state.outstanding--;
    expect(await race(1)).toEqual(["published"]);
    expect(state.looks).toBe(4);
  });

  test("a job that ends between two looks has freed its slot", async () => {
    let looks = 0;
    const load = async () => ({ outstanding: looks++ === 0 ? 1 : 0, waiting: 1 });
    const admission = createAdmission({ capacity: 1, replicas: 1, load, wait: async () => undefined });
    await expect(admission.run(async () => "published")).resolves.toBe("published");
  });

  test("does not look while its estimate says that there is room, unless the estimate is old", async () => {
    const { submit, state } = queue();
    await submit();
    await submit();
    expect(state.looks).toBe(1);
    state.at += 1000;
    await submit();
    expect(state.looks).toBe(2);
  });

  test("takes no slot for what is refused behind it: nobody is kept out by callers who have no calls left", async () => {
    const { state, submit, run } = queue();
    const refused = () => Promise.reject(new ApiError("demo_limit_reached"));
    for (let n = 0; n < 20; n++) await expect(run(refused)).rejects.toThrow("demo limit");
    expect(state.looks).toBe(1);
    const ends = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? run(refused) : submit())));
    expect(ends.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(3);
    expect(state.outstanding).toBeLessThanOrEqual(3);
  });

  test("refuses with 503 when nobody works the queue", async () => {
    const { race, state } = queue();
    state.waiting = 0;
    expect(await race(2)).toEqual(["unavailable", "unavailable"]);
  });

  test("takes its part only of what is free when it has siblings", async () => {
    const { race } = queue({ capacity: 8, replicas: 2 });
    expect((await race(8)).filter((end) => end === "published")).toHaveLength(4);
  });

  test("two gateways that look as often as they may never exceed the capacity together", async () => {
    const shared = { outstanding: 0, at: 0, most: 0 };
    const gateway = () =>
      createAdmission({
        capacity: 64,
        replicas: 2,
        now: () => shared.at,
        wait: async (ms) => {
          shared.at += ms;
        },
        load: async () => ({ outstanding: shared.outstanding, waiting: 1 }),
      });
    const gateways = [gateway(), gateway()];
    const take = (index: number) =>
      gateways[index]!.run(async () => {
        shared.most = Math.max(shared.most, ++shared.outstanding);
      }).catch(() => undefined);
    await take(1);
    for (let i = 0; i < 200; i++) await take(0);
    for (let i = 0; i < 200; i++) await take(1);
    expect(shared.most).toBeGreaterThan(32);
    expect(shared.most).toBeLessThanOrEqual(64);
  });

  test("a moment between two pulls is not nobody", async () => {
    let looks = 0;
    // On a busy machine a worker may be as late as that.
    const load = async () => ({ outstanding: 0, waiting: looks++ < 8 ? 0 : 1 });
    const admission = createAdmission({ capacity: 1, replicas: 1, load, wait: async () => undefined });
    await expect(admission.run(async () => "published")).resolves.toBe("published");
  });

  test("gives the slot back when publishing fails", async () => {
    const { race, state } = queue();
    const admission = createAdmission({ capacity: 1, replicas: 1, load: async () => ({ outstanding: 0, waiting: 1 }) });
    await expect(admission.run(() => Promise.reject(new Error("full")))).rejects.toThrow("full");
    await expect(admission.run(async () => "published")).resolves.toBe("published");
    expect(await race(1)).toEqual(["published"]);
    expect(state.outstanding).toBe(1);
  });
});
