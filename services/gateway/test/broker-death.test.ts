import { expect, test } from "vitest";
import { completed, startGateway } from "./gateway.ts";

const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
/** The promise to clients: nobody waits longer to hear that the broker is away. */
const LIMIT_MS = 3500;

test.each([
  ["killed", "SIGKILL"],
  ["frozen", "SIGSTOP"],
] as const)(
  "with the broker %s every route that needs it answers 503 within 3.5 s, and all of them recover without a restart",
  { timeout: 60_000 },
  async (_how, signal) => {
    await using gateway = await startGateway({ demo: { calls: 50, perAddress: 100 } });
    const { broker } = gateway;
    const done = await gateway.post({ coin_symbol: "PEPE", contract_address: PEPE, request_id: "done" });
    const open = await gateway.post({ coin_symbol: "PEPE", contract_address: PEPE, request_id: "open" });
    await gateway.settle(completed(done.body.job_id, "done"));
    expect((await gateway.call(done.body.poll_url)).body).toMatchObject({ status: "completed" });
    const asks = {
      post: () => gateway.post({ coin_symbol: "PEPE" }),
      "post again": () => gateway.post({ coin_symbol: "PEPE", contract_address: PEPE, request_id: "open" }),
      "post with a key": () => gateway.post({ coin_symbol: "PEPE" }, { authorization: "Bearer key" }),
      poll: () => gateway.call(open.body.poll_url),
      "long-poll": () => gateway.call(`${open.body.poll_url}?wait=1`),
      events: () => gateway.call(`${open.body.poll_url}/events`),
      report: () => gateway.call(`${done.body.poll_url}/report`),
      history: () => gateway.call(`/api/tokens/1/${PEPE}/history`),
      quota: () => gateway.call("/api/quota"),
    };
    await broker.server.kill(signal);
    const timed = async (ask: () => ReturnType<typeof gateway.call>) => {
      const started = performance.now();
      const { status, headers, body } = await ask();
      return {
        status,
        degraded: body.status,
        error: typeof body.error,
        retry: headers.get("retry-after") !== null,
        ms: performance.now() - started,
      };
    };
    const names = Object.keys(asks);
    const answers = await Promise.all(Object.values(asks).map(timed));
    const expected = { status: 503, degraded: "degraded", error: "string", retry: true, late: false };
    expect(Object.fromEntries(answers.map(({ ms, ...answer }, n) => [names[n], { ...answer, late: ms > LIMIT_MS }]))).toEqual(
      Object.fromEntries(names.map((name) => [name, expected])),
    );
    // What needs no broker goes on: a final answer that was read once is kept.
    expect((await gateway.call(done.body.poll_url)).body).toMatchObject({ status: "completed" });
    expect((await gateway.call("/api/examples")).status).toBe(200);

    if (signal === "SIGSTOP") await broker.server.kill("SIGCONT");
    else await broker.restart();
    const statusOf = async (ask: () => ReturnType<typeof gateway.call>) => (await ask()).status;
    const { events: _streams, ...finite } = asks;
    const recovered = {
      post: 202,
      "post again": 202,
      "post with a key": 401,
      poll: 200,
      "long-poll": 200,
      // Nobody folded this one.
      report: 404,
      history: 200,
      quota: 200,
    };
    // All at once: one after the other, their waits add up beyond the test's own time, and nobody is told which of them it was.
    const untilRecovered = Object.entries(finite).map(async ([name, ask]) => {
      const wanted = recovered[name as keyof typeof recovered];
      await expect.poll(() => statusOf(ask), { timeout: 30_000, interval: 200, message: name }).toBe(wanted);
    });
    await Promise.all(untilRecovered);
    const again = await fetch(`${gateway.url}${done.body.poll_url}/events`, { signal: AbortSignal.timeout(10_000) });
    expect(await again.text()).toContain("event: completed");
  },
);
