import { componentSchemas, type SchemaName } from "./api-schemas.ts";
import { type ErrorCode, type ErrorRow, errorTable } from "./errors.ts";
import { anywhere, type Operation, operations } from "./operations.ts";

const ref = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
const json = (name: SchemaName) => ({ "application/json": { schema: ref(name) } });
const text = { schema: { type: "string" } } as const;

/** The answers of an error status: several codes may share one. */
function errorAnswer(codes: readonly ErrorCode[]): Record<string, unknown> {
  const rows: [ErrorCode, ErrorRow][] = codes.map((code) => [code, errorTable[code]]);
  const retries = rows.some(([, row]) => row.retryAfter !== undefined);
  return {
    description: rows.map(([code, row]) => `\`${code}\`: ${row.detail}`).join("\n\n"),
    ...(retries ? { headers: { "Retry-After": { schema: { type: "integer" } } } } : {}),
    content: { ...json("Error"), "application/problem+json": { schema: ref("Error") } },
  };
}

function errorAnswers(codes: readonly ErrorCode[]): Record<string, unknown> {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status);
  return Object.fromEntries([...byStatus].map(([status, some]) => [String(status), errorAnswer(some)]));
}

function success({ answers, stream, page, summary }: Operation): Record<string, unknown> {
  if (page) return { description: summary, content: { "text/html": { schema: { type: "string" } } } };
  if (answers === undefined) return { description: summary, content: { "application/json": { schema: { type: "object" } } } };
  if (!stream) return { description: summary, content: json(answers) };
  const description = `\`evidence\` carries ${answers}; \`status\`, \`completed\` and \`failed\` carry Job.`;
  return { description, content: { "text/event-stream": { schema: { type: "string" }, "x-event-data": [ref(answers), ref("Job")] } } };
}

function parametersOf({ path, headers = [], query = [] }: Operation): Record<string, unknown>[] {
  return [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, ...text })),
    ...query.map((name) => ({ name, in: "query", ...text })),
    // OpenAPI leaves Authorization to security schemes.
    ...headers.filter((name) => name !== "Authorization").map((name) => ({ name, in: "header", ...text })),
  ];
}

function describe(operation: Operation): Record<string, unknown> {
  const { summary, body, status = 200, conditional, keyed, headers = [], errors = [] } = operation;
  return {
    summary,
    parameters: parametersOf(operation),
    ...(headers.includes("Authorization") ? { security: [...(keyed ? [] : [{}]), { key: [] }] } : {}),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      [status]: success(operation),
      ...(conditional ? { "304": { description: "The client has this version." } } : {}),
      ...errorAnswers([...errors, ...anywhere]),
    },
  };
}

/** The OpenAPI 3.1 document: the routes, and the schemas that the answers are held to. */
export function openApiDocument(): Record<string, unknown> {
  const byPath = Map.groupBy(operations, ({ path }) => path);
  return {
    openapi: "3.1.0",
    info: {
      title: "Token sentiment API",
      version: "1.0.0",
      description: "Submit an analysis of a token, then poll, wait or listen until it is final.",
    },
    servers: [{ url: "/" }],
    paths: Object.fromEntries(
      [...byPath].map(([path, some]) => [path, Object.fromEntries(some.map((operation) => [operation.method, describe(operation)]))]),
    ),
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } }, schemas: componentSchemas() },
  };
}
