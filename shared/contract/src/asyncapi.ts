import { z } from "zod";
import { Evidence } from "./evidence.ts";
import { factType } from "./facts.ts";
import { bucketSubject, headerNames, presenceKey, subjects, WORKER_API_PREFIX } from "./names.ts";
import { Presence } from "./presence.ts";
import { Request } from "./request.ts";
import { Token } from "./token.ts";

const schema = (of: z.ZodType) => z.toJSONSchema(of, { io: "input", target: "draft-7" });

const headers = (kind: "request" | "token" | "evidence") => ({
  type: "object",
  required: [headerNames.type],
  properties: {
    [headerNames.type]: { const: factType(kind), description: "a reader refuses a version that it does not know" },
    [headerNames.specversion]: { const: "1.0" },
    [headerNames.id]: { type: "string" },
    [headerNames.source]: { type: "string" },
    traceparent: { type: "string", description: "W3C trace context, to be passed on" },
  },
});

const fact = (kind: "request" | "token" | "evidence", of: z.ZodType) => ({
  name: kind,
  contentType: "application/json",
  headers: headers(kind),
  payload: schema(of),
});

const parameters = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { description: PARAMETERS[name] ?? name }]));
const PARAMETERS: Record<string, string> = {
  family: "of the chain: evm or svm; the chain itself is in the message",
  engine: "the engine's row in the roster",
  job: "the job's id",
  instance: "one process of it",
};

/**
 * AsyncAPI 3 of what an engine takes and gives, for authors in any language; the schemas are those of the code. An engine pulls from its durable
 * consumer `engine-<name>` on the stream of facts, answers every request once, and acknowledges after the broker took the answer.
 */
export const asyncApi = () => ({
  asyncapi: "3.0.0",
  info: {
    title: "Token sentiment: the engine's side",
    version: "1.0.0",
    description:
      "NATS JetStream. An engine has an account of its own, whose user is an nkey; it asks JetStream under the API prefix " +
      `"${WORKER_API_PREFIX}" and may publish its own evidence, presence, cache and budget only. Fields that a reader does not know are kept.`,
  },
  defaultContentType: "application/json",
  channels: {
    request: {
      address: subjects.ofContract("request", "{family}", "{job}"),
      parameters: parameters("family", "job"),
      messages: { request: fact("request", Request) },
    },
    token: {
      address: subjects.ofContract("token", "{family}", "{job}"),
      parameters: parameters("family", "job"),
      messages: { token: fact("token", Token) },
    },
    evidence: {
      address: subjects.evidence("{engine}", "{job}"),
      parameters: parameters("engine", "job"),
      messages: { evidence: fact("evidence", Evidence) },
    },
    presence: {
      address: `${WORKER_API_PREFIX}.${bucketSubject("presence", presenceKey("{engine}", "{instance}"))}`,
      parameters: parameters("engine", "instance"),
      messages: { presence: { name: "presence", contentType: "application/json", payload: schema(Presence) } },
    },
  },
  operations: {
    takeRequest: { action: "receive", channel: { $ref: "#/channels/request" } },
    takeToken: { action: "receive", channel: { $ref: "#/channels/token" } },
    answer: {
      action: "send",
      channel: { $ref: "#/channels/evidence" },
      summary: "once a request, at most 48 KiB; `unavailable` with a reason when it could not look",
    },
    announce: { action: "send", channel: { $ref: "#/channels/presence" }, summary: "every 3 s" },
  },
});
