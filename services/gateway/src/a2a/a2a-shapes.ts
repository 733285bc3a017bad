import { Payload } from "@token-sentiment/contract";
import { z } from "zod";

/** Ids of clients: as long as a request_id, and without control characters. */
const id = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,128}$/u, "1 to 128 characters without control characters are expected");

/** A part of a message that a client sent: exactly one of its four contents is there. What is `null` is not, here and below. */
const GivenPart = z.looseObject({
  text: z.string().nullish(),
  data: z.unknown().optional(),
  raw: z.string().nullish(),
  url: z.string().nullish(),
});
export type GivenPart = z.infer<typeof GivenPart>;

/** Body of `message:send` and `message:stream`: SendMessageRequest of A2A 1.0, as far as it is heeded here. */
export const A2aRequest = z.looseObject({
  message: z.looseObject({
    messageId: id.describe("Idempotency: the same id and content get the same task, unless the data part has a request_id."),
    contextId: z.union([id, z.literal(""), z.null()]).optional(),
    taskId: z.string().nullish(),
    role: z.literal("ROLE_USER"),
    parts: z.array(GivenPart).min(1).max(16),
  }),
  configuration: z
    .looseObject({
      returnImmediately: z.boolean().nullish().describe("True answers at once; else when the task has ended."),
      taskPushNotificationConfig: z.unknown().optional(),
    })
    .nullish(),
});
export type A2aRequest = z.infer<typeof A2aRequest>;

const TaskState = z.enum(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING", "TASK_STATE_COMPLETED", "TASK_STATE_FAILED"]);
export type TaskState = z.infer<typeof TaskState>;

const TextPart = z.strictObject({ text: z.string(), mediaType: z.literal("text/plain") });
const dataPart = <T extends z.ZodType>(data: T) => z.strictObject({ data, mediaType: z.literal("application/json") });

/** What this agent says. */
const AgentMessage = z.strictObject({
  messageId: z.string(),
  contextId: z.string(),
  taskId: z.string().optional(),
  role: z.literal("ROLE_AGENT"),
  parts: z.array(z.union([TextPart, dataPart(z.looseObject({}))])),
});
export type AgentMessage = z.infer<typeof AgentMessage>;

const TaskStatus = z.strictObject({ state: TaskState, timestamp: z.iso.datetime({ precision: 3 }), message: AgentMessage.optional() });
export type TaskStatus = z.infer<typeof TaskStatus>;

/** The verdict: the payload as a poll has it, and a sentence. */
const Artifact = z.strictObject({
  artifactId: z.literal("verdict"),
  name: z.string(),
  parts: z.tuple([dataPart(Payload), TextPart]),
});
export type Artifact = z.infer<typeof Artifact>;

/** An analysis as a task: its id is the job's. */
export const A2aTask = z.strictObject({
  id: z.uuid(),
  contextId: z.string(),
  status: TaskStatus,
  artifacts: z.array(Artifact).optional(),
});
export type A2aTask = z.infer<typeof A2aTask>;

/** 200 of `message:send`: the task, or what is to be said before there can be one. */
export const A2aResponse = z.union([z.strictObject({ task: A2aTask }), z.strictObject({ message: AgentMessage })]);
export type A2aResponse = z.infer<typeof A2aResponse>;

const ofTask = { taskId: z.uuid(), contextId: z.string() };

/** `data` of each event of a stream: StreamResponse of A2A 1.0. */
export const A2aEvent = z.union([
  ...A2aResponse.options,
  z.strictObject({ statusUpdate: z.strictObject({ ...ofTask, status: TaskStatus }) }),
  z.strictObject({ artifactUpdate: z.strictObject({ ...ofTask, artifact: Artifact, lastChunk: z.literal(true) }) }),
]);
export type A2aEvent = z.infer<typeof A2aEvent>;

/** Every error's body below `/a2a`: google.rpc.Status, as A2A 1.0 has it (11.6). */
export const A2aErrorBody = z.strictObject({
  error: z.strictObject({
    code: z.int(),
    status: z.string(),
    message: z.string(),
    details: z.array(z.looseObject({ "@type": z.string() })),
  }),
});
export type A2aErrorBody = z.infer<typeof A2aErrorBody>;
