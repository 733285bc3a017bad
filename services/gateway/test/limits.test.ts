import { describe, expect, test } from "vitest";
import { startGateway } from "./gateway.ts";

describe("one client address", () => {
  test("is refused beyond its requests a minute, whatever it asks, in our words and with no other headers than ours", async () => {
    await using gateway = await startGateway({ ratePerMinute: 6 });
    const statuses: number[] = [];
    for (const path of ["/api/examples", "/nowhere", "/api/agent/1", "/openapi.json", "/api/quota"])
      statuses.push((await gateway.call(path)).status);
    statuses.push((await gateway.post({ coin_symbol: "PEPE" })).status);
    expect(statuses).toEqual([200, 404, 404, 200, 200, 202]);
    for (const refused of [
      await gateway.call("/api/examples"),
      await gateway.call("/nowhere"),
      await gateway.post({ coin_symbol: "PEPE" }),
    ]) {
      expect(refused).toMatchObject({ status: 429, body: { code: "rate_limited", error: expect.stringContaining("too many requests") } });
      const seconds = Number(refused.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(60);
      expect([...refused.headers.keys()].filter((name) => /^x-ratelimit|^ratelimit/.test(name))).toEqual([]);
    }
    expect(await gateway.metrics()).toContain('tsa_gateway_jobs_rejected_total{reason="rate_limited"} 1');
  });

  test("does not use up what another may ask, and an IPv6 address counts with its /64", async () => {
    await using gateway = await startGateway({ ratePerMinute: 2, trustProxy: "127.0.0.1" });
    const from = async (address: string) => (await gateway.call("/api/examples", { headers: { "x-forwarded-for": address } })).status;
    expect([await from("2001:db8::1"), await from("2001:db8::2"), await from("2001:db8:0:0:ffff::3")]).toEqual([200, 200, 429]);
    expect([await from("2001:db8:0:1::1"), await from("198.51.100.7"), await from("::ffff:198.51.100.7")]).toEqual([200, 200, 200]);
    expect(await from("198.51.100.7")).toBe(429);
  });
});

describe("a gateway under pressure", () => {
  const blockFor = (ms: number): void => {
    for (const until = performance.now() + ms; performance.now() < until;);
  };

  test("refuses with 503 while its event loop lags, and takes requests again by itself", async () => {
    await using gateway = await startGateway({ http: { loopDelayMs: 20, pressureEveryMs: 50 } });
    let blocking = true;
    const block = (): void => {
      blockFor(60);
      if (blocking) setTimeout(block, 5);
    };
    block();
    await expect.poll(async () => (await gateway.call("/api/examples")).status, { timeout: 10_000, interval: 5 }).toBe(503);
    const refused = await gateway.call("/api/examples");
    blocking = false;
    expect(refused).toMatchObject({
      status: 503,
      body: { code: "unavailable", status: "degraded", error: expect.stringContaining("too busy") },
    });
    expect(refused.headers.get("retry-after")).toBe("5");
    await expect.poll(async () => (await gateway.call("/api/examples")).status, { timeout: 10_000 }).toBe(200);
  });

  test("takes requests at once after one long block, not an interval later", async () => {
    await using gateway = await startGateway({ http: { loopDelayMs: 250, pressureEveryMs: 1000 } });
    for (let n = 0; n < 3; n++) {
      blockFor(1500);
      // Longer than an interval: what is measured next is the block, and it is measured once a second only.
      for (let ask = 0; ask < 10; ask++) expect((await gateway.call("/api/examples")).status).toBe(200);
    }
  });

  test("refuses with 503 when its heap is nearly full", async () => {
    await using gateway = await startGateway({ http: { heapShare: 0.0001, pressureEveryMs: 10 } });
    await expect.poll(async () => (await gateway.call("/api/examples")).status, { timeout: 5000 }).toBe(503);
    expect(await gateway.post({ coin_symbol: "PEPE" })).toMatchObject({ status: 503, body: { status: "degraded" } });
  });
});
