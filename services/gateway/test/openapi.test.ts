import { Accepted, JobRow } from "@token-sentiment/contract";
import { CalibrationFigures, currentModel, shippedFigures } from "@token-sentiment/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGateway, type TestGateway } from "./gateway.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway[Symbol.asyncDispose]());

test("the document tells of the routes that are registered, and of no other", async () => {
  const { status, body } = await gateway.call("/openapi.json");
  expect([status, body.openapi]).toEqual([200, "3.1.0"]);
  const told = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(told.toSorted()).toEqual(gateway.routes.toSorted());
});

test("every path that the document tells of refuses other methods, naming its own", async () => {
  const { body } = await gateway.call("/openapi.json");
  for (const [path, methods] of Object.entries<object>(body.paths)) {
    const { status, headers } = await gateway.call(path.replaceAll(/\{\w+\}/g, "1"), { method: "PUT" });
    expect([path, status]).toEqual([path, 405]);
    expect(headers.get("allow")!.toLowerCase().split(", ")).toEqual(expect.arrayContaining(Object.keys(methods)));
  }
});

test("the deliverable's schema is served", async () => {
  const { status, body } = await gateway.call("/api/schema/deliverable");
  expect([status, Object.keys(body.properties).length]).toEqual([200, 10]);
});

test("the figures served are those of the model that settles, whole", async () => {
  const { status, body } = await gateway.call("/api/calibration");
  expect(status).toBe(200);
  expect(CalibrationFigures.parse(body)).toEqual(shippedFigures);
  expect(body.model_version).toBe(currentModel.version);
});

test("answers are what the contract's schemas say", async () => {
  const { body } = await gateway.post({ coin_symbol: "PEPE" });
  expect(Accepted.parse(body)).toEqual(body);
  const row = { job_id: body.job_id, status: "failed", error: "the node is down" } as const;
  await gateway.settle(row);
  expect(JobRow.parse((await gateway.call(body.poll_url)).body)).toEqual(row);
});
