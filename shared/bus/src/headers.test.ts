import { MsgHdrsImpl } from "@nats-io/transport-node";
import { expect, test } from "vitest";
import { decodeHeaders, headerLines, lastValue, sentHeaders } from "./headers.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("headers are read in their order, with all values of a name, as the client reads them", () => {
  const block = bytes("NATS/1.0\r\nNats-Stream: A\r\nce-id:x:y \r\nNats-Stream: B\r\nno colon\r\nempty:\r\nÜber: ü\r\n\r\n");
  const lines = [
    ["Nats-Stream", "A"],
    ["ce-id", "x:y"],
    ["Nats-Stream", "B"],
    ["empty", ""],
    ["Über", "ü"],
  ];
  expect(decodeHeaders(block)).toEqual(lines);
  expect(lastValue(decodeHeaders(block), "Nats-Stream")).toBe("B");
  expect(lastValue(decodeHeaders(block), "nats-stream")).toBeUndefined();
  const plain = bytes("NATS/1.0\r\na: 1\r\nb: 2\r\na: 3\r\n\r\n");
  expect(Map.groupBy(decodeHeaders(plain), ([name]) => name)).toEqual(
    Map.groupBy(headerLines(MsgHdrsImpl.decode(plain)), ([name]) => name),
  );
});

test("a block that ends early, or holds a status alone, is no error", () => {
  for (const text of ["", "NATS/1.0", "NATS/1.0 503\r\n\r\n", "NATS/1.0\r\n"]) expect(decodeHeaders(bytes(text))).toEqual([]);
  expect(decodeHeaders(bytes("NATS/1.0\r\na: 1"))).toEqual([["a", "1"]]);
});

test("what is sent reads the same, and no value can add a header of its own", () => {
  expect(decodeHeaders(sentHeaders({ "Nats-Msg-Id": "1", traceparent: "00" }).encode())).toEqual([
    ["Nats-Msg-Id", "1"],
    ["traceparent", "00"],
  ]);
  for (const value of ["a\r\nb: c", "a\nb", "a\rb"]) expect(() => sentHeaders({ a: value })).toThrow(RangeError);
});
