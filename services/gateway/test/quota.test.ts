import { QuotaView, subjects } from "@token-sentiment/contract";
import { openBucket, writeFact } from "@token-sentiment/bus";
import { describe, expect, test } from "vitest";
import { issueKey, startGateway, type TestGateway } from "./gateway.ts";

const DAY = 24 * 60 * 60 * 1000;
const WEEK_S = 604_800;
const device = (name: string) => ({ "x-demo-fingerprint": `device-${name}` });
const pepe = (request_id?: string) => ({ coin_symbol: "PEPE", ...(request_id !== undefined && { request_id }) });
const statusOf = async (answer: ReturnType<TestGateway["post"]>) => (await answer).status;
const left = async (gateway: TestGateway, headers: Record<string, string>) =>
  QuotaView.parse((await gateway.call("/api/quota", { headers })).body);

describe("the demo limit", () => {
  test("grants exactly 2 of 50 racing calls of one device over two gateways", async () => {
    await using one = await startGateway({ demo: { calls: 2, perAddress: 20 } });
    await using two = await startGateway({ demo: { calls: 2, perAddress: 20 }, broker: one.broker });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => (n % 2 ? one : two).post(pepe(), device("racing"))));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    for (const { body } of answers.filter(({ status }) => status !== 202)) expect(body.code).toBe("demo_limit_reached");
    // The refused cost their network nothing.
    const others = await Promise.all(Array.from({ length: 30 }, (_, n) => (n % 2 ? one : two).post(pepe(), device(`other-${n}`))));
    expect(others.filter(({ status }) => status === 202)).toHaveLength(18);
  });

  test("is told in headers, points to the marketplace, and comes back after 7 days", async () => {
    await using gateway = await startGateway({ demo: { calls: 2 } });
    const first = await gateway.post(pepe(), device("one"));
    expect(first.status).toBe(202);
    expect(first.headers.get("ratelimit-policy")).toBe(`"demo";q=2;w=${WEEK_S}`);
    expect(first.headers.get("ratelimit")).toMatch(/^"demo";r=1;t=604(800|79\d)$/);
    gateway.advance(DAY);
    expect((await gateway.post(pepe(), device("one"))).headers.get("ratelimit")).toMatch(/^"demo";r=0;t=518(400|3\d\d)$/);
    await keepAll(gateway);
    gateway.advance(1000);
    const refused = await gateway.post(pepe("third"), device("one"));
    expect([refused.status, refused.body.code]).toEqual([403, "demo_limit_reached"]);
    expect(refused.body.error).toMatch(/demo limit.*marketplace/);
    expect(refused.body).not.toHaveProperty("status");
    expect(refused.headers.get("ratelimit")).toMatch(/^"demo";r=0;t=518(400|3\d\d)$/);
    expect(refused.headers.get("idempotency-key")).toBe("third");
    expect(await statusOf(gateway.post(pepe(), device("two")))).toBe(202);
    await keepAll(gateway);
    gateway.advance(6 * DAY);
    expect(await statusOf(gateway.post(pepe(), device("one")))).toBe(202);
    expect(await statusOf(gateway.post(pepe(), device("one")))).toBe(403);
  });

  test("counts a caller without a fingerprint by its address", async () => {
    await using gateway = await startGateway({ demo: { calls: 2 } });
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.post(pepe())));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([202, 202, 403, 403, 403]);
  });

  test("lets one address start only so many, whatever devices it claims to be", async () => {
    await using gateway = await startGateway({ demo: { calls: 2, perAddress: 3 } });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, n) => gateway.post(pepe(), device(`claim-${n}`))));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 403);
    expect(refused?.headers.get("ratelimit-policy")).toBe(`"address";q=3;w=${WEEK_S}`);
    expect(await left(gateway, device("fresh"))).toMatchObject({ limit: 3, remaining: 0 });
  });

  test("does not hold for a key, and without limits nobody is limited or told of one", async () => {
    await using gateway = await startGateway({ demo: { calls: 1, perAddress: 1 } });
    await issueKey(gateway.broker, "good-key");
    const key = { authorization: "Bearer good-key", ...device("keyed") };
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.post(pepe(), key)));
    for (const { status, headers } of answers) expect([status, headers.get("ratelimit")]).toEqual([202, null]);
    expect(await left(gateway, key)).toEqual({ tier: "production", limit: null, remaining: null, window_s: null, next_call_at: null });
    await using free = await startGateway({ broker: gateway.broker });
    expect((await free.post(pepe())).headers.get("ratelimit")).toBeNull();
    expect(await left(free, {})).toMatchObject({ tier: "demo", limit: null });
  });

  test("costs a replay nothing, and 20 racing twins one call", async () => {
    await using gateway = await startGateway({ demo: { calls: 2, perAddress: 20 } });
    const twins = await Promise.all(Array.from({ length: 20 }, () => gateway.post(pepe("twin"), device("twins"))));
    expect(new Set(twins.map(({ status, body }) => `${status} ${body.job_id}`)).size).toBe(1);
    expect(await left(gateway, device("twins"))).toMatchObject({ remaining: 1 });
    expect((await gateway.post(pepe("twin"), device("twins"))).headers.get("ratelimit")).toContain("r=1");
    expect(await statusOf(gateway.post(pepe("next"), device("twins")))).toBe(202);
    const replay = await gateway.post(pepe("twin"), device("twins"));
    expect([replay.status, replay.headers.get("idempotent-replayed"), replay.headers.get("ratelimit")?.slice(0, 10)]).toEqual([
      202,
      "true",
      '"demo";r=0',
    ]);
  });

  test("is not touched by what is refused: another content, no free slot, no room on the broker", async () => {
    await using gateway = await startGateway({ demo: { calls: 2 }, capacity: 1 });
    await gateway.post(pepe("a"), device("refused"));
    expect(await statusOf(gateway.post({ coin_symbol: "DOGE", request_id: "a" }, device("refused")))).toBe(422);
    expect(await statusOf(gateway.post({}, device("refused")))).toBe(400);
    expect(await statusOf(gateway.post(pepe("b"), device("refused")))).toBe(429);
    expect(await left(gateway, device("refused"))).toMatchObject({ remaining: 1 });

    await using full = await startGateway({ demo: { calls: 2 }, topology: { maxBytes: 4096 } });
    for (let n = 0; n < 20; n++) {
      const fact = { kind: "request", subject: subjects.request("1", `filler-${n}`), value: { filler: "x".repeat(300) } } as const;
      await writeFact(full.gateway, fact).catch(() => undefined);
    }
    const refused = await full.post(pepe("c"), device("full"));
    expect([refused.status, refused.body.status]).toEqual([503, "degraded"]);
    expect(await left(full, device("full"))).toMatchObject({ remaining: 2, next_call_at: null });
  });

  test("gives a call back 30 s after its gateway died before it could publish", async () => {
    await using gateway = await startGateway({ demo: { calls: 2 } });
    await gateway.post(pepe(), device("crashed"));
    const quota = await openBucket(gateway.gateway, "quota");
    const [entry] = await storedEntries(gateway);
    const stored = entry && (await quota.get(entry.key));
    if (!stored) throw new Error("no call was counted");
    const dead = { job_id: "8f14e45f-ceea-8167-a5a3-6dedd4bea254", at: Date.now() };
    await quota.update(stored.key, [...(stored.value as object[]), dead], stored.revision);
    expect(await statusOf(gateway.post(pepe(), device("crashed")))).toBe(403);
    gateway.advance(31_000);
    expect(await left(gateway, device("crashed"))).toMatchObject({ remaining: 1 });
    expect(await statusOf(gateway.post(pepe(), device("crashed")))).toBe(202);
    expect(await statusOf(gateway.post(pepe(), device("crashed")))).toBe(403);
  });

  test("counts no call whose job timed out, also when nobody is left to say so", async () => {
    await using gateway = await startGateway({ demo: { calls: 1, perAddress: 20 } });
    await gateway.post(pepe(), device("stranded"));
    gateway.advance(149_000);
    expect(await statusOf(gateway.post(pepe(), device("stranded")))).toBe(403);
    gateway.advance(2000);
    expect(await left(gateway, device("stranded"))).toMatchObject({ remaining: 1, next_call_at: null });
    expect(await statusOf(gateway.post(pepe(), device("stranded")))).toBe(202);
    expect(await statusOf(gateway.post(pepe(), device("stranded")))).toBe(403);
  });

  test("keeps no fingerprint and no address on the broker", async () => {
    await using gateway = await startGateway({ demo: { calls: 2, perAddress: 20 } });
    await gateway.post(pepe(), device("secret"));
    const stored = await storedEntries(gateway);
    expect(stored).toHaveLength(2);
    expect(JSON.stringify(stored)).not.toMatch(/secret|127\.0\.0\.1/);
    for (const { key } of stored) expect(key).toMatch(/^(device|network)-[0-9a-f]{64}$/);
  });
});

describe("GET /api/quota", () => {
  test("tells a device its calls left and when the next comes back", async () => {
    await using gateway = await startGateway({ demo: { calls: 2 } });
    expect(await left(gateway, device("new"))).toEqual({ tier: "demo", limit: 2, remaining: 2, window_s: WEEK_S, next_call_at: null });
    await gateway.post(pepe(), device("new"));
    const { remaining, next_call_at } = await left(gateway, device("new"));
    expect(remaining).toBe(1);
    expect(Math.abs(Number(next_call_at) - Date.now() - WEEK_S * 1000)).toBeLessThan(10_000);
    expect((await gateway.call("/api/quota", { headers: { "x-demo-fingerprint": "?" } })).body.code).toBe("invalid_parameter");
    expect((await gateway.call("/api/quota", { headers: { authorization: "Bearer nobody" } })).status).toBe(401);
    expect((await gateway.call("/api/quota", { method: "POST" })).status).toBe(405);
  });
});

/** Marks every call as one whose job completed: requests do not age with the gateway's clock. */
async function keepAll(gateway: TestGateway): Promise<void> {
  const quota = await openBucket(gateway.gateway, "quota");
  for (const { key } of await storedEntries(gateway)) {
    const { value, revision } = (await quota.get(key))!;
    await quota.update(
      key,
      (value as object[]).map((entry) => ({ ...entry, kept: true })),
      revision,
    );
  }
}

/** What the quota bucket holds, by a leader read of each message. */
async function storedEntries({ broker }: TestGateway): Promise<{ key: string; value: unknown }[]> {
  const found: { key: string; value: unknown }[] = [];
  const gateway = await broker.open("gateway");
  for (let seq = 1; seq <= 10; seq++) {
    const message = await gateway.jsm.streams.getMessage("KV_quota", { seq }).catch(() => undefined);
    if (message) found.push({ key: message.subject.slice("$KV.quota.".length), value: message.json() });
  }
  return found;
}
