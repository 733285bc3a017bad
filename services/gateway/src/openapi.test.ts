import { readFile } from "node:fs/promises";
import { Payload } from "@token-sentiment/contract";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { deliverableSchema, ErrorBody } from "./api-schemas.ts";
import { ApiError, type ErrorCode, errorTable, invalid } from "./errors.ts";
import { errorResponse } from "./error-response.ts";
import { openApiDocument } from "./openapi.ts";
import { anywhere, operations } from "./operations.ts";

const Node = z.looseObject({ properties: z.record(z.string(), z.looseObject({})), required: z.array(z.string()) });
type Node = z.infer<typeof Node>;
const Described = z.looseObject({ description: z.string() });
const document = z
  .looseObject({
    paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), Described) }))),
    components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
  })
  .parse(openApiDocument());
const internal = ({ properties }: Node) => Object.keys(properties).filter((field) => properties[field]?.["x-internal"]);

describe("the OpenAPI document", () => {
  test("tells of the routes that docs/api.md tells of, and of no other", async () => {
    const docs = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8");
    const headings = [...docs.matchAll(/^## (GET|POST) (\S+)$/gm)].map(([, method, path]) => `${method} ${path}`);
    expect(headings.toSorted()).toEqual(operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).toSorted());
  });

  test("asks for a key where there is no answer without one", () => {
    const security = (path: string) => document.paths[path]?.["get"]?.["security"];
    expect([security("/api/usage"), security("/api/quota"), security("/openapi.json")]).toEqual([
      [{ key: [] }],
      [{}, { key: [] }],
      undefined,
    ]);
  });

  test("tells of every error, each at its status", () => {
    const told = new Set([...anywhere, ...operations.flatMap(({ errors = [] }) => errors)]);
    expect([...told].toSorted()).toEqual(Object.keys(errorTable).toSorted());
    for (const { method, path, errors = [] } of operations) {
      const responses = document.paths[path]?.[method]?.responses;
      for (const code of [...errors, ...anywhere]) expect(responses?.[errorTable[code].status]?.description).toContain(`\`${code}\``);
    }
  });

  test("refers to nothing that is not there", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
    expect(refs.length).toBeGreaterThan(20);
    for (const name of refs) expect(document.components.schemas[name]).toBeDefined();
    expect(JSON.stringify(document)).not.toContain("$schema");
  });

  test("marks the internal fields of the payload, wherever it stands", () => {
    const fields = ["status", "chatter_level", "risk_score", "pipeline_elapsed_ms"];
    const { Payload: payload, Job: job } = document.components.schemas;
    expect(internal(Node.parse(payload))).toEqual(fields);
    const states = z.array(Node).parse(job?.["oneOf"] ?? job?.["anyOf"]);
    const completed = states.find(({ properties }) => properties["status"]?.["const"] === "completed");
    expect(internal(Node.parse(completed?.properties["payload"]))).toEqual(fields);
  });

  test("has the other ten fields in the published deliverable", () => {
    const { properties, required } = Node.parse(deliverableSchema());
    const fields = Object.keys(Payload.shape).filter(
      (field) => !["status", "chatter_level", "risk_score", "pipeline_elapsed_ms"].includes(field),
    );
    expect(Object.keys(properties)).toEqual(fields);
    expect(required).toEqual(fields);
    expect(fields).toHaveLength(10);
    expect(JSON.stringify(properties)).not.toContain("x-internal");
  });
});

test("every error's body is what its schema says", () => {
  for (const code of Object.keys(errorTable) as ErrorCode[]) ErrorBody.parse(JSON.parse(errorResponse(new ApiError(code), "id").body));
  ErrorBody.parse(JSON.parse(errorResponse(invalid("wait", "no"), "id").body));
});
