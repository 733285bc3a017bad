import { randomUUID } from "node:crypto";
import { SendMessageResponse, StreamResponse, TaskState } from "@a2a-js/sdk";
import { ClientFactory } from "@a2a-js/sdk/client";
import { readRequest, readRow } from "@token-sentiment/bus";
import { parseFact } from "@token-sentiment/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { A2aErrorBody, A2aEvent, A2aResponse, A2aTask } from "../src/a2a/a2a-shapes.ts";
import { engines, honeypot } from "./engines.ts";
import { completed, issueKey, startGateway, type TestGateway, waitersIn } from "./gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ demo: { calls: 2 } });
  await issueKey(gateway.broker, "good-key");
});
afterAll(() => gateway[Symbol.asyncDispose]());

const KEY = { authorization: "Bearer good-key" };
const OPTIONS = { serviceParameters: KEY };
const PEPE = { coin_symbol: "PEPE", contract_address: "0x6982508145454ce325ddbe47a25d4ec3d2311933", chain_id: "1" };

/** The SDK's own client, found by the card alone. */
const connect = () => new ClientFactory().createFromUrl(gateway.url);

const message = (content: { $case: "data"; value: unknown } | { $case: "text"; value: string }, more: object = {}) => ({
  tenant: "",
  message: {
    messageId: randomUUID(),
    contextId: "",
    taskId: "",
    role: 1,
    parts: [{ content, metadata: undefined, filename: "", mediaType: "" }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
  configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, historyLength: undefined, returnImmediately: true },
  metadata: undefined,
});
const data = (value: unknown, more: object = {}) => message({ $case: "data", value }, more);

/** The request as any client sends it. */
async function send(parts: object[], { operation = "message:send", headers = KEY, ...more }: Record<string, any> = {}) {
  const { configuration, ...ofMessage } = more;
  return await gateway.call(`/a2a/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", "a2a-version": "1.0", ...headers },
    body: JSON.stringify({ message: { messageId: randomUUID(), role: "ROLE_USER", parts, ...ofMessage }, configuration }),
  });
}
const atOnce = { configuration: { returnImmediately: true } };
const Violations = z.looseObject({ fieldViolations: z.array(z.looseObject({ field: z.string() })) });
const reasonOf = (body: unknown): unknown => A2aErrorBody.parse(body).error.details[0]?.["reason"];

test("an unmodified A2A client finds the agent, sends a message, follows the task to its end and gets the verdict", async () => {
  const client = await connect();
  const request = data(PEPE, { contextId: "talk-7" });
  const sent = await client.sendMessage(request, OPTIONS);
  if (!("id" in sent)) throw new Error("no task");
  expect([sent.status?.state, sent.contextId]).toEqual([1, "talk-7"]);
  const again = await client.sendMessage(request, OPTIONS);
  expect("id" in again && again.id).toBe(sent.id);

  const events = client.resubscribeTask({ tenant: "", id: sent.id }, OPTIONS);
  const first = await events.next();
  expect(first.value?.payload).toMatchObject({ $case: "task", value: { id: sent.id, contextId: "talk-7" } });
  await engines(gateway)(sent.id, "security", { signals: [honeypot] });
  const second = await events.next();
  expect(second.value?.payload).toMatchObject({ $case: "statusUpdate", value: { status: { message: { role: 2 } } } });
  await gateway.settle(completed(sent.id, request.message.messageId));
  const rest: any[] = [];
  for await (const { payload } of events) rest.push(payload);
  expect(rest.map(({ $case }) => $case)).toEqual(["artifactUpdate", "statusUpdate"]);
  expect(rest[1].value.status.state).toBe(3);

  const task = await client.getTask({ tenant: "", id: sent.id, historyLength: undefined }, OPTIONS);
  const polled = (await gateway.call(`/api/agent/${sent.id}`)).body;
  expect(task.artifacts[0]?.parts[0]?.content).toEqual({ $case: "data", value: polled.payload });
  expect([task.status?.state, task.contextId]).toEqual([3, "talk-7"]);
  const request_id = parseFact("request", (await readRequest(gateway.gateway, sent.id))!).request_id;
  expect(request_id).toBe(request.message.messageId);
});

test("a client that streams its message is told the task, and its verdict", async () => {
  const client = await connect();
  const events = client.sendMessageStream(message({ $case: "text", value: `$PEPE ${PEPE.contract_address} on ethereum` }), OPTIONS);
  const first = (await events.next()).value?.payload;
  if (first?.$case !== "task") throw new Error("no task");
  const { id } = first.value;
  expect(parseFact("request", (await readRequest(gateway.gateway, id))!)).toMatchObject(PEPE);
  await gateway.settle({ job_id: id, status: "failed", error: "the analysis engines timed out" });
  const last = (await events.next()).value?.payload;
  const said = { parts: [{ content: { value: "the analysis engines timed out" } }] };
  expect(last).toMatchObject({ $case: "statusUpdate", value: { taskId: id, status: { state: 4, message: said } } });
  expect((await events.next()).done).toBe(true);
});

test("a message waits for the end of its task unless it says otherwise", async () => {
  const messageId = randomUUID();
  const waiting = send([{ data: { ...PEPE, coin_symbol: "WAIT" } }], { messageId });
  const open = async () => (await send([{ data: { ...PEPE, coin_symbol: "WAIT" } }], { messageId, ...atOnce })).body.task;
  const { id, status } = await open();
  expect(status.state).toBe("TASK_STATE_SUBMITTED");
  const streamed = await fetch(`${gateway.url}/a2a/tasks/${id}:subscribe?A2A-Version=1.0`);
  await gateway.settle({ job_id: id, status: "running", coin_symbol: "WAIT" });
  expect((await open()).status.state).toBe("TASK_STATE_WORKING");
  await gateway.settle(completed(id, messageId), (await readRow(gateway.gateway, id))!.revision);
  const events = (await streamed.text())
    .split("\n\n")
    .flatMap((one) => (one.startsWith("data: ") ? A2aEvent.parse(JSON.parse(one.slice(6))) : []));
  expect([Object.keys(events[0]!), ...events.slice(-2).map((event) => Object.keys(event))]).toEqual([
    ["task"],
    ["artifactUpdate"],
    ["statusUpdate"],
  ]);
  const { status: http, body } = await waiting;
  expect(http).toBe(200);
  const { task } = A2aResponse.parse(body) as { task: A2aTask };
  expect([task.id, task.contextId, task.status.state]).toEqual([id, id, "TASK_STATE_COMPLETED"]);
  // What the SDK does not know, it would not write again.
  expect(SendMessageResponse.toJSON(SendMessageResponse.fromJSON(body))).toEqual(body);
  expect(events.map((event) => StreamResponse.toJSON(StreamResponse.fromJSON(event)))).toEqual(events);
  expect(task.artifacts?.[0]?.parts[1].text).toContain("HOLD");
});

test("a text that names no token is asked back about, and costs nothing", async () => {
  const device = { "x-demo-fingerprint": "device-asks" };
  const { status, body } = await send([{ text: "hello" }], { headers: device, contextId: "talk" });
  expect(status).toBe(200);
  const { message: asked } = A2aResponse.parse(body) as { message: any };
  expect([asked.role, asked.contextId, asked.parts[0].text]).toEqual(["ROLE_AGENT", "talk", expect.stringContaining("Which token?")]);
  const streamed = await fetch(`${gateway.url}/a2a/message:stream`, {
    method: "POST",
    headers: { "content-type": "application/a2a+json", "a2a-version": "1.0" },
    body: JSON.stringify({ message: { messageId: "m", role: "ROLE_USER", parts: [{ text: "hello" }] } }),
  });
  expect(A2aEvent.parse(JSON.parse((await streamed.text()).replace("data: ", "")))).toHaveProperty("message");
  expect((await gateway.call("/api/quota", { headers: device })).body.remaining).toBe(2);
});

test("who asks, and the demo limit, are those of a submission; the reason is told in A2A's way", async () => {
  const headers = { "x-demo-fingerprint": "device-a2a" };
  for (const left of ["1", "0"]) {
    const { headers: told } = await send([{ data: PEPE }], { headers, ...atOnce });
    expect(told.get("ratelimit")).toContain(`r=${left}`);
  }
  const third = await send([{ data: PEPE }], { headers, ...atOnce });
  expect([third.status, reasonOf(third.body)]).toEqual([403, "DEMO_LIMIT_REACHED"]);
  const stranger = await send([{ data: PEPE }], { headers: { authorization: "Bearer nobody" } });
  expect([stranger.status, stranger.headers.get("www-authenticate"), reasonOf(stranger.body)]).toEqual([401, "Bearer", "UNAUTHORIZED"]);
});

test("what cannot be a request is refused with its field, and nothing is cached", async () => {
  const cases: [object[], object, string, string | undefined][] = [
    [[{ data: { coin_symbol: "PEPE", contract_address: "0x12" } }], {}, "INVALID_PARAMETER", "contract_address"],
    [[{ data: {} }], {}, "MISSING_PARAMETER", undefined],
    [[], {}, "INVALID_PARAMETER", "message.parts"],
    [[{ data: PEPE }], { messageId: "" }, "INVALID_PARAMETER", "message.messageId"],
    [[{ data: PEPE }], { role: "ROLE_AGENT" }, "INVALID_PARAMETER", "message.role"],
    [[{ data: PEPE }, { data: PEPE }], {}, "INVALID_PARAMETER", "message.parts"],
    [[{ data: "PEPE" }], {}, "CONTENT_TYPE_NOT_SUPPORTED", undefined],
    [[{ url: "https://a.example/token.pdf" }], {}, "CONTENT_TYPE_NOT_SUPPORTED", undefined],
    [[{ data: PEPE }], { taskId: randomUUID() }, "TASK_NOT_FOUND", undefined],
    [
      [{ data: PEPE }],
      { configuration: { taskPushNotificationConfig: { url: "https://a.example" } } },
      "PUSH_NOTIFICATION_NOT_SUPPORTED",
      undefined,
    ],
  ];
  for (const [parts, more, reason, field] of cases) {
    const { body, headers } = await send(parts, more);
    const [, violations] = A2aErrorBody.parse(body).error.details;
    expect([reasonOf(body), Violations.safeParse(violations).data?.fieldViolations[0]?.field]).toEqual([reason, field]);
    expect(headers.get("cache-control")).toBe("no-store");
  }
});

test("a task belongs to one conversation, and takes no further messages", async () => {
  const messageId = randomUUID();
  const first = await send([{ data: PEPE }], { messageId, contextId: "one", ...atOnce });
  const { id } = first.body.task;
  const elsewhere = await send([{ data: PEPE }], { messageId, contextId: "two", ...atOnce });
  expect([elsewhere.status, reasonOf(elsewhere.body)]).toEqual([400, "INVALID_PARAMETER"]);
  const more = await send([{ text: "and $OAK" }], { taskId: id });
  expect([more.status, reasonOf(more.body)]).toEqual([400, "UNSUPPORTED_OPERATION"]);
  const other = await send([{ data: { ...PEPE, coin_symbol: "OAK" } }], { messageId, ...atOnce });
  expect([other.status, reasonOf(other.body)]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
});

test("what A2A has and this agent has not is refused by name", async () => {
  const client = await connect();
  const sent = await client.sendMessage(data(PEPE), OPTIONS);
  if (!("id" in sent)) throw new Error("no task");
  const { id } = sent;
  await expect(client.cancelTask({ tenant: "", id, metadata: undefined }, OPTIONS)).rejects.toMatchObject({
    reason: "TASK_NOT_CANCELABLE",
  });
  await expect(client.getTask({ tenant: "", id: randomUUID(), historyLength: undefined })).rejects.toMatchObject({
    reason: "TASK_NOT_FOUND",
  });
  await gateway.settle({ job_id: id, status: "failed", error: "the node is down" });
  await expect(client.resubscribeTask({ tenant: "", id }).next()).rejects.toMatchObject({ reason: "UNSUPPORTED_OPERATION" });
  const listed = {
    tenant: "",
    contextId: "",
    status: TaskState.TASK_STATE_UNSPECIFIED,
    pageSize: undefined,
    pageToken: "",
    historyLength: undefined,
  };
  await expect(client.listTasks({ ...listed, statusTimestampAfter: undefined, includeArtifacts: undefined })).rejects.toMatchObject({
    reason: "UNSUPPORTED_OPERATION",
  });
  const version = { headers: { "a2a-version": "1.0" } };
  const push = await gateway.call(`/a2a/tasks/${id}/pushNotificationConfigs`, version);
  expect([push.status, reasonOf(push.body)]).toEqual([400, "PUSH_NOTIFICATION_NOT_SUPPORTED"]);
  const nowhere = await gateway.call("/a2a/nothing", version);
  expect([nowhere.status, reasonOf(nowhere.body)]).toEqual([404, "NOT_FOUND"]);
  const long = await gateway.call(`/a2a/tasks/${"x".repeat(100)}`, version);
  expect([long.status, reasonOf(long.body)]).toEqual([404, "TASK_NOT_FOUND"]);
});

test("only version 1.0 is spoken, named in the header or the query, whatever its patch", async () => {
  const answers = async (path: string, headers: Record<string, string> = {}) =>
    reasonOf((await gateway.call(`/a2a/tasks/${randomUUID()}${path}`, { headers })).body);
  expect(await answers("")).toBe("VERSION_NOT_SUPPORTED");
  expect(await answers("", { "a2a-version": "0.3" })).toBe("VERSION_NOT_SUPPORTED");
  expect(await answers("", { "a2a-version": "1.0.1" })).toBe("TASK_NOT_FOUND");
  expect(await answers("?A2A-Version=1.0")).toBe("TASK_NOT_FOUND");
});

test("a path that ends in another verb than its method takes is known, and metrics name routes without the router's patterns", async () => {
  const version = { "a2a-version": "1.0" };
  const path = `/a2a/tasks/${randomUUID()}`;
  const answers = async (method: string, operation: string) => {
    const { status, headers } = await fetch(`${gateway.url}${path}:${operation}`, { method, headers: version });
    return [status, headers.get("allow")];
  };
  expect(await answers("GET", "cancel")).toEqual([405, "POST"]);
  expect(await answers("HEAD", "subscribe")).toEqual([405, "GET, POST"]);
  expect(await answers("GET", "nothing")).toEqual([404, null]);
  expect(await answers("POST", "cancel")).toEqual([404, null]);
  await gateway.call("/a2a/message:send", { method: "POST" });
  const routes = () => gateway.metrics().then((text) => new Set([...text.matchAll(/route="(\/a2a[^"]*)"/g)].map(([, route]) => route)));
  const wanted = ["/a2a/tasks/:task_id", "/a2a/tasks/:task_id:cancel", "/a2a/message:send"];
  await expect.poll(async () => [...(await routes())]).toEqual(expect.arrayContaining(wanted));
  expect([...(await routes())].filter((route) => /\(|::/.test(route!))).toEqual([]);
});

test("a client that lists A2A's media type gets it, another gets JSON, on errors too", async () => {
  const typeFor = async (accept: string) =>
    (await gateway.call(`/a2a/tasks/${randomUUID()}`, { headers: { accept, "a2a-version": "1.0" } })).headers.get("content-type");
  expect(await typeFor("application/a2a+json, application/json")).toBe("application/a2a+json; charset=utf-8");
  expect(await typeFor("*/*")).toBe("application/json; charset=utf-8");
  const refused = async () => Number(/jobs_rejected_total\{reason="invalid_body"\} (\d+)/.exec(await gateway.metrics())?.[1] ?? 0);
  const before = await refused();
  const noJson = await gateway.call("/a2a/message:send", { method: "POST", headers: { "content-type": "application/json" }, body: "{" });
  expect([noJson.status, reasonOf(noJson.body)]).toEqual([400, "INVALID_BODY"]);
  expect((await refused()) - before).toBe(1);
});

test("when the service drains, who waits gets the task as it is, a stream ends, and no message is taken", async () => {
  await using own = await startGateway();
  const post = async (operation: string, messageId: string) =>
    await fetch(`${own.url}/a2a/${operation}?A2A-Version=1.0`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: { messageId, role: "ROLE_USER", parts: [{ data: PEPE }] } }),
    });
  const streamed = await post("message:stream", "one");
  const waiting = post("message:send", "one");
  // Who waits and who listens have both been heard of.
  await expect.poll(async () => waitersIn(await own.metrics())).toEqual({ long_poll: 1, stream: 1 });
  own.drain();
  expect(A2aResponse.parse(await (await waiting).json())).toMatchObject({ task: { status: { state: "TASK_STATE_SUBMITTED" } } });
  expect((await streamed.text()).match(/"task":/g)).toHaveLength(1);
  const refused = await post("message:send", "two");
  expect([refused.status, refused.headers.get("retry-after"), reasonOf(await refused.json())]).toEqual([503, "5", "UNAVAILABLE"]);
});
