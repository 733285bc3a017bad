import { Accepted, DeliveriesView, Example, HistoryView, JobRow, Payload, QuotaView, UsageView } from "@token-sentiment/contract";
import { CalibrationFigures } from "@token-sentiment/model";
import { z } from "zod";
import { A2aErrorBody, A2aEvent, A2aRequest, A2aResponse, A2aTask } from "./a2a/a2a-shapes.ts";
import { type ErrorCode, errorTable } from "./errors.ts";
import { EvidenceEvent } from "./event-bodies.ts";
import { ReportBody } from "./report-body.ts";
import { StatusView } from "./status.ts";
import { SubmissionBody } from "./submission.ts";

/** Fields of the payload that are ours: not part of the published deliverable. */
const INTERNAL = ["status", "chatter_level", "risk_score", "pipeline_elapsed_ms"] as const satisfies readonly (keyof Payload)[];

/** The payload as the marketplace knows it. */
const Deliverable = Payload.omit({ status: true, chatter_level: true, risk_score: true, pipeline_elapsed_ms: true });

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** Every error's body. */
export const ErrorBody = z.strictObject({
  error: z.string().min(1),
  status: z.literal("degraded").optional(),
  type: z.string(),
  title: z.string(),
  detail: z.string(),
  code: z.enum(codes),
  instance: z.string(),
  errors: z.array(z.strictObject({ field: z.string(), detail: z.string() })).optional(),
});

const [running] = JobRow.options;
const Job = z.discriminatedUnion("status", [running.extend({ status: z.literal("pending") }), ...JobRow.options]);

/** The schemas by the names that the document gives them. */
const schemas = {
  Submission: SubmissionBody,
  Accepted,
  Job,
  Payload,
  Deliverable,
  EvidenceEvent,
  Report: ReportBody,
  Deliveries: DeliveriesView,
  Quota: QuotaView,
  Usage: UsageView,
  Status: StatusView,
  History: HistoryView,
  Calibration: CalibrationFigures,
  Examples: z.array(Example),
  Error: ErrorBody,
  A2aRequest,
  A2aResponse,
  A2aTask,
  A2aEvent,
  A2aError: A2aErrorBody,
} as const;
export type SchemaName = keyof typeof schemas;

/** A schema as JSON Schema 2020-12; internal fields of a payload carry `x-internal`. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema: { properties } }) => {
      if (zodSchema !== Payload || !properties) return;
      // A copy: fields of one zod schema share their object.
      for (const field of INTERNAL) properties[field] = Object.assign({}, properties[field], { "x-internal": true });
    },
  });
  return json;
}

/** `components.schemas` of the document. */
export const componentSchemas = (): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]));

type Json = Record<string, unknown>;
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** A schema without what only explains or narrows: it allows no less, in a fraction of the bytes. A header has little room. */
function inShort(schema: unknown): unknown {
  if (!isJson(schema)) return schema;
  const { anyOf, type, enum: values, const: only, properties, required } = schema;
  // The first is what is meant; the others are ways of leaving it out.
  if (Array.isArray(anyOf)) return inShort(anyOf[0]);
  const inner = isJson(properties) && Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inShort(one)]));
  return {
    type,
    ...(values ? { enum: values } : {}),
    ...(only === undefined ? {} : { const: only }),
    ...(inner ? { properties: inner, required } : {}),
  };
}

/** What a submission takes, in short. */
export function submissionInShort(): Json {
  const short = inShort(jsonSchema(SubmissionBody));
  if (!isJson(short)) throw new Error("a schema of an object is an object");
  return short;
}

/** The published schema of a finished analysis: the payload's ten public fields. */
export const deliverableSchema = (): Record<string, unknown> => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Token sentiment analysis",
  ...jsonSchema(Deliverable),
});
