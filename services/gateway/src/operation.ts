import type { ToldHeaders } from "./answer-headers.ts";
import type { SchemaName } from "./api-schemas.ts";
import type { ErrorCode } from "./errors.ts";

/** One route, as the document tells of it. */
export interface Operation {
  method: "get" | "post";
  path: string;
  summary: string;
  body?: SchemaName;
  /** What a success answers: its status, and a schema unless any JSON. */
  status?: 200 | 202;
  answers?: SchemaName;
  /** Server-sent events instead of JSON. */
  stream?: true;
  /** What is sent instead of JSON. */
  page?: "text/html" | "text/javascript" | "text/plain";
  /** Answers, and fails, in the shapes and media types of A2A. */
  a2a?: true;
  /** Also answers 202 without a body, to a message that wants no answer. */
  notified?: true;
  /** Also answers 304. */
  conditional?: true;
  headers?: readonly string[];
  /** Where crawlers look what a call costs, when payments are on: a POST without body and identity is answered with the challenge. */
  paid?: true;
  /** Only with a key; a route that names `Authorization` otherwise takes one or none. */
  keyed?: true;
  query?: readonly string[];
  /** The headers of its success (and of its 304), and those that its errors may have beside what the error table says. */
  told?: ToldHeaders;
  failing?: ToldHeaders;
  /** Beside those that every route may answer. */
  errors?: readonly ErrorCode[];
}

/** The headers of a route that is traced. */
export const traced = {
  told: { always: ["traceparent", "Cache-Control"] },
  failing: { maybe: ["traceparent"] },
} as const satisfies Partial<Operation>;
