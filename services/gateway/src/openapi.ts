import { a2aMediaTypes } from "./a2a/a2a-media.ts";
import { componentHeaders, describeHeaders, errorHeaders } from "./answer-headers.ts";
import { componentSchemas, type SchemaName } from "./api-schemas.ts";
import { about } from "./discovery/about.ts";
import { paymentInfo } from "./discovery/payment-info.ts";
import { type ErrorCode, errorTable } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { anywhere, operations } from "./operations.ts";
import type { PaymentTerms } from "./payments/terms.ts";

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: SchemaName) => ({ "application/json": { schema: ref(name) } });
/** A2A's own media type or plain JSON, as the client lists it. */
const inA2a = (name: SchemaName) => Object.fromEntries(a2aMediaTypes.map((type) => [type, { schema: ref(name) }]));
const text = { schema: { type: "string" } } as const;

/** The answers of an error status: several codes may share one. */
function errorAnswer(codes: readonly ErrorCode[], { failing: { maybe = [] } = {}, a2a }: Operation): Record<string, unknown> {
  const { always, maybe: ofCodes } = errorHeaders(codes);
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].detail}`).join("\n\n"),
    headers: describeHeaders({ always, maybe: [...ofCodes, ...maybe] }),
    content: a2a ? inA2a("A2aError") : { ...json("Error"), "application/problem+json": { schema: ref("Error") } },
  };
}

function errorAnswers(operation: Operation): Record<string, unknown> {
  const byStatus = Map.groupBy([...(operation.errors ?? []), ...anywhere], (code) => errorTable[code].status);
  return Object.fromEntries([...byStatus].map(([status, some]) => [String(status), errorAnswer(some, operation)]));
}

function success({ answers, stream, page, a2a, summary: description, told = {} }: Operation): Record<string, unknown> {
  const headers = describeHeaders(told);
  if (page) return { description, headers, content: { [page]: { schema: { type: "string" } } } };
  if (answers === undefined) return { description, headers, content: { "application/json": { schema: { type: "object" } } } };
  if (!stream) return { description, headers, content: a2a ? inA2a(answers) : json(answers) };
  if (a2a) {
    const schema = { schema: { type: "string" }, "x-event-data": { message: ref(answers) } };
    return { description: `Every event carries ${answers}.`, headers, content: { "text/event-stream": schema } };
  }
  return {
    description: `\`evidence\` carries ${answers}; \`status\`, \`completed\` and \`failed\` carry Job.`,
    headers,
    content: {
      "text/event-stream": { schema: { type: "string" }, "x-event-data": { evidence: ref(answers), ...allOf(STATES, ref("Job")) } },
    },
  };
}

const STATES = ["status", "completed", "failed"];
const allOf = <T>(names: readonly string[], value: T): Record<string, T> => Object.fromEntries(names.map((name) => [name, value]));

function parametersOf({ path, headers = [], query = [] }: Operation): Record<string, unknown>[] {
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, ...text })),
    ...query.map((name) => ({ name, in: "query", ...text })),
    // OpenAPI leaves Authorization to security schemes.
    ...headers.filter((name) => name !== "Authorization").map((name) => ({ name, in: "header", ...text })),
  ];
}

function describe(operation: Operation, terms: PaymentTerms | undefined): Record<string, unknown> {
  const { summary, body, status = 200, conditional, notified, keyed, headers = [], a2a, told = {} } = operation;
  return {
    summary,
    ...(operation.paid && terms ? { "x-payment-info": paymentInfo(terms) } : {}),
    parameters: parametersOf(operation),
    ...(headers.includes("Authorization") ? { security: [...(keyed ? [] : [{}]), { key: [] }] } : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: a2a ? inA2a(body) : json(body) } }),
    responses: {
      [status]: success(operation),
      ...(conditional ? { "304": { description: "The client has this version.", headers: describeHeaders(told) } } : {}),
      ...(notified ? { "202": { description: "A message that wants no answer was taken.", headers: describeHeaders(told) } } : {}),
      ...errorAnswers(operation),
    },
  };
}

/** The OpenAPI 3.1 document: the routes, and the schemas that the answers are held to; what a call costs when `terms` say so. */
export function openApiDocument(terms?: PaymentTerms): Record<string, unknown> {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return {
    openapi: "3.1.0",
    info: {
      title: "Token sentiment API",
      version: about.version,
      description: "Submit an analysis of a token, then poll, wait or listen until it is final.",
      "x-guidance": "/llms.txt tells how to use this service.",
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(
      [...byPath].map(([path, some]) => [
        path,
        Object.fromEntries(some.map((operation) => [operation.method, describe(operation, terms)])),
      ]),
    ),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
      headers: componentHeaders(),
      schemas: componentSchemas(),
    },
  };
}
