import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("sample-service.ts", import.meta.url));

type Line = Record<string, unknown> & { msg: string };

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main], { env: { PATH: process.env["PATH"], ...env }, stdio: ["ignore", "pipe", "pipe"] });
  const lines: Line[] = [];
  const waiting = new Map<string, (line: Line) => void>();
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Line;
    lines.push(line);
    waiting.get(line.msg)?.(line);
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const ended = once(child, "close").then(([code]) => ({
    code: code as number | null,
    lines,
    stderr,
    messages: lines.map(({ msg }) => msg),
  }));
  return {
    child,
    ended,
    logged: (msg: string) =>
      new Promise<Line>((resolve) => {
        const seen = lines.find((line) => line.msg === msg);
        if (seen) resolve(seen);
        else waiting.set(msg, resolve);
      }),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

test("a service announces its ports once its checks pass, and answers its probes", async () => {
  await using service = start();
  const { probe_port, port } = await service.logged("ready");
  expect(port).toBe(4711);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${String(probe_port)}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await get("/livez")).toEqual({ status: 200, text: '{"status":"alive"}' });
  expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ready"}' });
  expect((await get("/metrics")).text).toContain("nodejs_eventloop_lag_seconds");
  expect((await get("/other")).status).toBe(404);
});

test.each(["SIGTERM", "SIGINT"] as const)("on %s it drains, closes in reverse order and exits with 0", async (signal) => {
  await using service = start();
  await service.logged("ready");
  service.child.kill(signal);
  const { code, messages } = await service.ended;
  expect(messages).toEqual(["ready", "shutting down", "draining", "second closed", "first closed", "closed"]);
  expect(code).toBe(0);
});

test("a close that hangs is cut off with exit 1", async () => {
  await using service = start({ SAMPLE_FAULT: "hang" });
  await service.logged("ready");
  service.child.kill("SIGTERM");
  const { code, messages } = await service.ended;
  expect(code).toBe(1);
  expect(messages.at(-1)).toContain("killed by timeout");
});

test("an error nobody caught is logged with its stack, closes in order and exits with 1", async () => {
  await using service = start({ SAMPLE_FAULT: "reject" });
  const { code, lines, messages } = await service.ended;
  expect(code).toBe(1);
  const fatal = lines.find(({ level }) => level === "fatal");
  expect(fatal?.["err"]).toMatchObject({ stack: expect.stringContaining("nobody caught this") });
  // pino may write the fatal line after later ones.
  expect(messages.filter((msg) => msg !== fatal?.msg)).toEqual(["ready", "draining", "second closed", "first closed", "closed"]);
});

test("what is fatal is written before the process can end, with all lines before it", async () => {
  await using service = start({ SAMPLE_FAULT: "fatal" });
  const { code, messages } = await service.ended;
  expect(messages).toEqual(["before the end", "the end"]);
  expect(code).toBeNull();
});

test("a start that fails is logged and exits with 1", async () => {
  await using service = start({ SAMPLE_FAULT: "start" });
  const { code, lines } = await service.ended;
  expect(code).toBe(1);
  expect(lines.find(({ level }) => level === "fatal")?.["err"]).toMatchObject({ message: "the stream ANALYSIS has other settings" });
});

test("an environment that does not fit is told in full on stderr and exits with 78", async () => {
  await using service = start({ SAMPLE_FAULT: "boom", SAMPLE_COUNT: "x", LOG_LEVEL: "loud" });
  const { code, stderr, lines } = await service.ended;
  expect(code).toBe(78);
  expect(
    stderr
      .trim()
      .split("\n")
      .map((line) => line.split(":")[0]),
  ).toEqual(["LOG_LEVEL", "SAMPLE_FAULT", "SAMPLE_COUNT"]);
  expect(lines).toEqual([]);
});
