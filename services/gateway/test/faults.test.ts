import { describe, expect, test } from "vitest";
import { startGateway } from "./gateway.ts";

const KIB = 1024;

describe("capacity", () => {
  test("admits exactly so many of racing requests, and the next when a job is final", async () => {
    await using gateway = await startGateway({ capacity: 3 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => gateway.post({ coin_symbol: "PEPE" })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 202);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([429, "too_many_concurrent"]);
    expect(refused[0]?.headers.get("retry-after")).toBe("3");
    gateway.release();
    await expect.poll(async () => (await gateway.post({ coin_symbol: "PEPE" })).status, { timeout: 5000 }).toBe(202);
  });

  test("answers 503 when nobody works the queue", async () => {
    await using gateway = await startGateway({ worked: false });
    expect(await gateway.post({ coin_symbol: "PEPE" })).toMatchObject({ status: 503, body: { code: "unavailable", status: "degraded" } });
  });
});

describe("a full stream", () => {
  test("is a 503, never a silent 202", async () => {
    await using gateway = await startGateway({ capacity: 1000, topology: { maxBytes: 16 * KIB, capacity: 1000 } });
    const statuses: number[] = [];
    for (let n = 0; n < 60 && statuses.filter((status) => status === 503).length < 2; n++) {
      const { status, body } = await gateway.post({ coin_symbol: "PEPE" });
      statuses.push(status);
      if (status === 202) expect((await gateway.call(body.poll_url)).status).toBe(200);
      else expect(body).toMatchObject({ code: "unavailable", status: "degraded" });
    }
    expect(statuses[0]).toBe(202);
    expect(statuses.at(-1)).toBe(503);
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });
});
