import { expect, test } from "vitest";
import { Config } from "./config.ts";
import { publicUrlOf } from "./public-url.ts";

test("without a configured URL the host of the request is told, to nobody but who asked", () => {
  expect(publicUrlOf({ protocol: "http", host: "Sentiment.Example:8080" }, undefined)).toEqual({
    url: "http://sentiment.example:8080",
    headers: { "cache-control": "no-store" },
  });
  expect(publicUrlOf({ protocol: "https", host: "[::1]:8443" }, undefined).url).toBe("https://[::1]:8443");
});

test("the configured URL is told whatever the request says, and may be kept", () => {
  const config = Config.parse({ GATEWAY_PEPPER_FILE: "x", GATEWAY_PUBLIC_URL: "https://sentiment.example/v1/" });
  expect(publicUrlOf({ protocol: "http", host: "evil.example" }, config.GATEWAY_PUBLIC_URL)).toEqual({
    url: "https://sentiment.example/v1",
    headers: { "cache-control": "public, max-age=300" },
  });
});

test.each([
  "",
  "a b",
  "a.example/x",
  "a.example?x",
  "a.example#x",
  "user@a.example",
  'a.example"',
  "a.example\\b",
  "a.example:123456",
  "-a",
  "[::1",
])("a host that would end the authority, or is none, is refused: %j", (host) => {
  expect(() => publicUrlOf({ protocol: "http", host }, undefined)).toThrow("Host header");
});

test("a scheme that is neither http nor https is a proxy's mistake, and told to nobody", () => {
  expect(() => publicUrlOf({ protocol: 'javascript:alert("1")//', host: "a.example" }, undefined)).toThrow("X-Forwarded-Proto");
  expect(publicUrlOf({ protocol: "https", host: "a.example" }, undefined).url).toBe("https://a.example");
});

test("the configured URL is told as URLs are written", () => {
  const { GATEWAY_PUBLIC_URL } = Config.parse({ GATEWAY_PEPPER_FILE: "x", GATEWAY_PUBLIC_URL: "HTTPS://Bücher.Example:443/a b" });
  expect(GATEWAY_PUBLIC_URL).toBe("https://xn--bcher-kva.example/a%20b");
});

test.each([
  "ftp://a.example",
  "a.example",
  "https://a.example/?x=1",
  "https://a.example/#x",
  "https://user:secret@a.example",
  "https://a.example/'; rm -rf ~; '",
  "https://a.example/$(id)",
  "https://a.example/a)b",
])("%s cannot be configured", (url) => {
  expect(Config.safeParse({ GATEWAY_PEPPER_FILE: "x", GATEWAY_PUBLIC_URL: url }).success).toBe(false);
});
