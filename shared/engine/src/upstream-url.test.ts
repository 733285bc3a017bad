import { expect, test } from "vitest";
import { callUrl, parseBaseUrl } from "./upstream-url.ts";

const base = new URL("https://api.example.com/v1/?key=k");

test.each([
  ["", "https://api.example.com/v1/?key=k"],
  ["token/0xabc", "https://api.example.com/v1/token/0xabc?key=k"],
  ["/token", "https://api.example.com/v1/token?key=k"],
  ["//evil.example", "https://api.example.com/v1/evil.example?key=k"],
  ["http://evil.example", "https://api.example.com/v1/http:/evil.example?key=k"],
  ["\\\\evil.example", "https://api.example.com/v1/evil.example?key=k"],
  ["a?b=c#d", "https://api.example.com/v1/a%3Fb=c%23d?key=k"],
  ["@evil.example", "https://api.example.com/v1/@evil.example?key=k"],
])("the path %j stays on the host, below the base", (path, url) => {
  expect(callUrl(base, path).href).toBe(url);
});

test.each(["../admin", "a/../../admin", "%2e%2e/admin", "a\\..\\..\\admin", "."])("the path %j does not climb", (path) => {
  expect(() => callUrl(base, path)).toThrow("must not climb");
});

test("a query is encoded, and what is undefined is left out", () => {
  expect(callUrl(base, "a", { q: "x&y=z", n: 1, none: undefined }).search).toBe("?key=k&q=x%26y%3Dz&n=1");
});

test.each([
  "https://api.example.com",
  "http://127.0.0.1:8545",
  "http://localhost:1",
  "http://[::1]:1",
  "http://2130706433",
  "http://0x7f.1",
])("the base URL %s is allowed", (url) => {
  expect(parseBaseUrl("rpc", url, false)).toBeInstanceOf(URL);
});

test.each([
  "http://api.example.com",
  "http://10.0.0.1",
  "http://169.254.169.254",
  "http://[::ffff:a00:1]",
  "http://127.evil.example",
  "ftp://127.0.0.1",
])("the base URL %s is refused: only https leaves the machine", (url) => {
  expect(() => parseBaseUrl("rpc", url, false)).toThrow("the base URL of rpc must be https, or http to a loopback address");
});

test("plain http to elsewhere must be asked for", () => {
  expect(parseBaseUrl("rpc", "http://node.internal:8545", true).hostname).toBe("node.internal");
});

test("a base URL that is none is told without showing it", () => {
  expect(() => parseBaseUrl("rpc", "secret key", false)).toThrow(/^the base URL of rpc is not a URL$/);
  expect(() => parseBaseUrl("rpc", "https://u:p@x.example", false)).toThrow("must not hold a user or a password");
});
