import { createLog } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { issueKey, startGateway } from "./gateway.ts";

test("what a client sends is in no line of the log: no body, id, key, fingerprint, path or query", async () => {
  const lines: string[] = [];
  const log = createLog("trace", { service: "gateway", version: "0", instance: "test" }, { write: (line) => void lines.push(line) });
  await using gateway = await startGateway({ log });
  await issueKey(gateway.broker, "marker-secret-key");
  const fingerprint = { "x-demo-fingerprint": "marker-fingerprint" };
  const { body } = await gateway.post({ coin_symbol: "MARKERSYMBOL", request_id: "marker-request", note: "marker-note" }, fingerprint);
  await gateway.post({ coin_symbol: "MARKERBAD!", request_id: "marker-refused" }, { "idempotency-key": "marker-key" });
  await gateway.post('{"coin_symbol":"marker-broken', fingerprint);
  await gateway.post({ coin_symbol: "PEPE" }, { authorization: "Bearer marker-secret-key" });
  await gateway.post({ coin_symbol: "PEPE" }, { authorization: "Bearer marker-unknown-key" });
  await gateway.call(`${body.poll_url}?wait=0&marker-query=1`, { headers: { "if-none-match": '"marker-etag"', ...fingerprint } });
  await gateway.call("/api/agent/marker-path-id/report");
  await gateway.call("/marker-nowhere?marker-query=2", { headers: { "user-agent": "marker-agent", cookie: "marker-cookie" } });
  const text = lines.join("");
  expect(lines.filter((line) => line.includes('"answered"'))).toHaveLength(8);
  expect(text).not.toMatch(/marker/i);
  expect(text).not.toContain("127.0.0.1");
  expect(text).not.toContain("wait=0");
});
