import { expect, test } from "vitest";
import { readMessage } from "./read-message.ts";

const PEPE = { coin_symbol: "PEPE" };
const read = (part: object, more: object = {}, rest: object = {}) =>
  readMessage({ message: { messageId: "m", role: "ROLE_USER", parts: [part], ...more }, ...rest });

test("what is null is left out, as clients write what they do not set", () => {
  const nulls = { contextId: null, taskId: null };
  const part = { text: null, raw: null, url: null, data: PEPE };
  const plain = { asked: { body: PEPE, requestId: "m" }, contextId: undefined, taskId: undefined, atOnce: false };
  expect(read(part, nulls, { configuration: null })).toEqual(plain);
  expect(read({ text: "$PEPE", data: null }, {}, { configuration: { returnImmediately: null, taskPushNotificationConfig: null } })).toEqual(
    plain,
  );
});

test.each([
  { text: "$OAK", data: PEPE },
  { text: "$OAK", url: "https://a.example" },
  { data: PEPE, raw: "AA==" },
])("a part of two contents is refused rather than one of them analysed: %j", (part) => {
  expect(() => read(part)).toThrow("message.parts: ");
});
