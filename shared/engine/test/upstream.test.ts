import { createMetrics } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { z } from "zod";
import { UnavailableError } from "../src/errors.ts";
import { createUpstream, type UpstreamOptions } from "../src/upstream.ts";
import { startProvider } from "./provider.ts";

const Price = z.object({ price: z.number() });

async function open(options: Partial<UpstreamOptions> = {}) {
  await using opening = new AsyncDisposableStack();
  const provider = opening.use(await startProvider());
  const metrics = createMetrics();
  const upstream = opening.use(
    createUpstream("goplus", { baseUrl: provider.url, timeoutMs: 300, ...options }, { metrics, budget: undefined }),
  );
  const stack = opening.move();
  const ask = (more: { signal?: AbortSignal; idempotent?: boolean; path?: string } = {}) =>
    upstream.request(Price, { signal: AbortSignal.timeout(10_000), path: "v1/price", ...more });
  return { provider, upstream, metrics, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const reasonOf = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "it answered",
    (error: unknown) => (error instanceof UnavailableError ? error.message : `not an UnavailableError: ${String(error)}`),
  );

test("an answer is read by its schema, and a call carries method, path, query and JSON body", async () => {
  await using room = await open();
  room.provider.answer((response) => response.end('{"price":1.5,"more":true}'));
  const signal = AbortSignal.timeout(5000);
  expect(await room.upstream.request(Price, { signal, method: "POST", path: "x", query: { q: "1" }, body: { a: 1 } })).toEqual({
    price: 1.5,
  });
  expect(room.provider.asked).toEqual([{ method: "POST", url: "/x?q=1", body: '{"a":1}' }]);
  expect(await room.metrics.text()).toContain('tsa_engine_upstream_requests_total{upstream="goplus",status_class="2xx"} 1');
});

test("a 500 is tried three times, then said", async () => {
  await using room = await open();
  room.provider.answer((response) => response.writeHead(500).end("secret stack trace"));
  expect(await reasonOf(room.ask())).toBe("goplus answered 500");
  expect(room.provider.asked).toHaveLength(3);
});

test("a 500 that passes is never seen", async () => {
  await using room = await open();
  room.provider.answer((response) => response.writeHead(room.provider.asked.length < 2 ? 503 : 200).end('{"price":1}'));
  expect(await room.ask()).toEqual({ price: 1 });
});

test("a call that is not idempotent is tried once", async () => {
  await using room = await open();
  room.provider.answer((response) => response.writeHead(500).end());
  expect(await reasonOf(room.ask({ idempotent: false }))).toBe("goplus answered 500");
  expect(room.provider.asked).toHaveLength(1);
});

test("a 404 is not tried again, and its status can be read", async () => {
  await using room = await open();
  room.provider.answer((response) => response.writeHead(404).end());
  await expect(room.ask()).rejects.toMatchObject({ message: "goplus answered 404", status: 404 });
  expect(room.provider.asked).toHaveLength(1);
});

test("a short Retry-After is honoured", async () => {
  await using room = await open();
  const times: number[] = [];
  room.provider.answer((response) => {
    times.push(performance.now());
    if (times.length === 1) response.writeHead(429, { "retry-after": "1" }).end();
    else response.end('{"price":1}');
  });
  expect(await room.ask()).toEqual({ price: 1 });
  expect(times[1]! - times[0]!).toBeGreaterThan(950);
});

test("a long Retry-After ends the call", async () => {
  await using room = await open();
  room.provider.answer((response) => response.writeHead(429, { "retry-after": "30" }).end());
  expect(await reasonOf(room.ask())).toBe("goplus asked to be called less often (429)");
  expect(room.provider.asked).toHaveLength(1);
});

test("a provider that does not answer costs its time limit", async () => {
  await using room = await open();
  room.provider.answer(() => undefined);
  expect(await reasonOf(room.ask())).toBe("goplus gave no answer within 300 ms");
  expect(room.provider.asked).toHaveLength(3);
});

test("a body that trickles is cut off by the same limit", async () => {
  await using room = await open();
  room.provider.answer((response) => {
    response.write("{");
    const timer = setInterval(() => response.write(" "), 50);
    response.on("close", () => clearInterval(timer));
  });
  expect(await reasonOf(room.ask({ idempotent: false }))).toBe("goplus gave no answer within 300 ms");
});

test("the caller's signal ends everything at once, waits included", async () => {
  await using room = await open({ timeoutMs: 4000 });
  room.provider.answer((response) => response.writeHead(429, { "retry-after": "2" }).end());
  const began = performance.now();
  expect(await reasonOf(room.ask({ signal: AbortSignal.timeout(200) }))).toBe("the time ran out while asking goplus");
  expect(performance.now() - began).toBeLessThan(1500);
});

test("a body of 10 MiB is not read to its end", async () => {
  await using room = await open({ timeoutMs: 4000 });
  const sent = Promise.withResolvers<number>();
  room.provider.answer((response) => {
    let written = 0;
    const chunk = Buffer.alloc(64 * 1024, " ");
    const push = () => {
      while (written < 10 * 1024 * 1024) {
        written += chunk.length;
        if (response.write(chunk)) continue;
        response.once("drain", push);
        return;
      }
      response.end();
    };
    response.on("close", () => sent.resolve(written));
    push();
  });
  expect(await reasonOf(room.ask())).toBe("goplus sent more than 1024 KiB");
  expect(await sent.promise).toBeLessThan(10 * 1024 * 1024);
  expect(room.provider.asked).toHaveLength(1);
});

test("a redirect is not followed", async () => {
  await using elsewhere = await startProvider();
  await using room = await open();
  room.provider.answer((response) => response.writeHead(302, { location: `${elsewhere.url}/admin` }).end());
  expect(await reasonOf(room.ask())).toBe("goplus answered 302: redirects are not followed");
  expect(elsewhere.asked).toEqual([]);
});

test.each(["//evil.example/x", "http://evil.example/x", "\\\\evil.example"])(
  "the path %j asks the provider and nobody else",
  async (path) => {
    await using room = await open();
    room.provider.answer((response) => response.end('{"price":1}'));
    await room.ask({ path });
    expect(room.provider.asked[0]?.url).toContain("evil.example");
  },
);

test.each([
  ["truncated JSON", '{"price": 1', "goplus sent something that is not JSON"],
  ["a page", "<html>hunter2</html>", "goplus sent something that is not JSON"],
  ["another shape", '{"price":"hunter2"}', "goplus sent an answer of another shape: price invalid_type"],
])("%s is told without a word of it", async (_, body, reason) => {
  await using room = await open();
  room.provider.answer((response) => response.end(body));
  expect(await reasonOf(room.ask())).toBe(reason);
});

test("a body shorter than announced is a broken connection, tried again", async () => {
  await using room = await open();
  room.provider.answer((response) => {
    response.writeHead(200, { "content-length": "100" }).write('{"price":');
    setImmediate(() => response.destroy());
  });
  expect(await reasonOf(room.ask())).toMatch(/^goplus could not be reached \([A-Z_]+\)$/);
  expect(room.provider.asked).toHaveLength(3);
});

test("a closed port is told as such", async () => {
  await using gone = await startProvider();
  await using room = await open({ baseUrl: gone.url });
  await gone[Symbol.asyncDispose]();
  expect(await reasonOf(room.ask())).toBe("goplus could not be reached (ECONNREFUSED)");
});

test("after five failed calls the circuit opens, asks nothing, and closes when a later call works", async () => {
  await using room = await open({ openMs: 400 });
  room.provider.answer((response) => response.writeHead(500).end());
  for (let i = 0; i < 5; i += 1) await reasonOf(room.ask({ idempotent: false }));
  expect(room.upstream.circuit).toBe("open");
  expect(await reasonOf(room.ask())).toBe("goplus failed repeatedly and is not asked for a while");
  expect(room.provider.asked).toHaveLength(5);
  expect(await room.metrics.text()).toContain('tsa_engine_upstream_circuit_state{upstream="goplus"} 2');
  room.provider.answer((response) => response.end('{"price":1}'));
  await expect.poll(() => reasonOf(room.ask()), { timeout: 5000 }).toBe("it answered");
  expect(room.upstream.circuit).toBe("closed");
});

test.each([
  ["that is cut off in its first try", 250],
  ["that is cut off early in a later try", 450],
])("a provider that hangs opens its circuit, by calls %s", async (_, deadlineMs) => {
  await using room = await open({ openMs: 10_000 });
  room.provider.answer(() => undefined);
  const reasons = await Promise.all(Array.from({ length: 5 }, () => reasonOf(room.ask({ signal: AbortSignal.timeout(deadlineMs) }))));
  expect(new Set(reasons)).toEqual(new Set(["the time ran out while asking goplus"]));
  await expect.poll(() => room.upstream.circuit, { timeout: 2000 }).toBe("open");
});

test("a caller that hardly waits says nothing of the provider", async () => {
  await using room = await open({ timeoutMs: 4000 });
  room.provider.answer(() => undefined);
  for (let i = 0; i < 6; i += 1) await reasonOf(room.ask({ signal: AbortSignal.timeout(20) }));
  expect(room.upstream.circuit).toBe("closed");
});

test("wrong answers of a provider that works do not open its circuit", async () => {
  await using room = await open();
  room.provider.answer((response) => response.writeHead(404).end());
  for (let i = 0; i < 6; i += 1) await reasonOf(room.ask());
  expect(room.upstream.circuit).toBe("closed");
});

test("no more calls run at once than the bulkhead lets in, and too many are refused", async () => {
  await using room = await open({ concurrency: 2, timeoutMs: 5000 });
  let [now, most] = [0, 0];
  room.provider.answer((response) => {
    now += 1;
    most = Math.max(most, now);
    setImmediate(() => {
      now -= 1;
      response.end('{"price":1}');
    });
  });
  const reasons = await Promise.all(Array.from({ length: 70 }, () => reasonOf(room.ask())));
  expect(most).toBeLessThanOrEqual(2);
  expect(reasons.filter((reason) => reason === "too many calls to goplus are waiting")).toHaveLength(4);
  expect(reasons.filter((reason) => reason === "it answered")).toHaveLength(66);
});

test("an answer that is text is read as it is, to the same limit, and its shape is still checked", async () => {
  await using room = await open({ maxBytes: 64 * 1024 });
  const call = { path: "feed", as: "text", signal: AbortSignal.timeout(10_000) } as const;
  room.provider.answer((response) => response.end("<feed>not JSON</feed>"));
  expect(await room.upstream.request(z.string(), call)).toBe("<feed>not JSON</feed>");
  expect(await reasonOf(room.upstream.request(Price, call))).toBe("goplus sent an answer of another shape: (root) invalid_type");
  room.provider.answer((response) => response.end("x".repeat(65 * 1024)));
  expect(await reasonOf(room.upstream.request(z.string(), call))).toBe("goplus sent more than 64 KiB");
});
