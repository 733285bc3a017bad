import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";

/** One request as an attacker may write it. */
export interface HostileRequest {
  method: string;
  target: string;
  version: string;
  headers: [name: string, value: string][];
  body: Buffer;
  framing: (typeof framings)[number];
}

const KIB = 1024;
const framings = ["length", "chunked", "trailers", "both", "short", "long", "none", "negative", "twice"] as const;
/** Most arrive whole: what is refused by the framing alone tests nothing behind it. */
const framed = fc.oneof({ weight: 8, arbitrary: fc.constant("length" as const) }, fc.constantFrom(...framings));
const zeros = Buffer.alloc(4 * KIB * KIB);
const bombs = { gzip: gzipSync(zeros), deflate: deflateSync(zeros), br: brotliCompressSync(zeros) };
const PEPE = "0x6982508145454ce325ddbe47a25d4ec3d2311933";
const WIF = "EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm";

/** What names nothing and reaches nothing, wherever it stands. */
const evil = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ maxLength: 200 }),
  fc.constantFrom(
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\u202eEPEP",
    "\u200b",
    "\u2066PEPE\u2069",
    "\ufeff",
    "٣",
    "ı",
    "ﬀ",
    "Ω≈ç",
    "🐸".repeat(9),
    "*",
    ">",
    ".",
    "..",
    "a.b",
    "a.*",
    "$KV.quota.>",
    "analysis.request.*.*.*",
    "$JS.API.STREAM.DELETE.ANALYSIS",
    "_INBOX.>",
    " ",
    "\t",

    "%00",
    "%2e%2e",
    "%2E%2E%2f",
    "%zz",
    "%",
    "%c0%af",
    "%F0%9F%90%B8",
    "../../etc/passwd",
    "'; DROP TABLE jobs;--",
    "${jndi:ldap://x}",

    "__proto__",
    "constructor",
    "prototype",
    "toString",
    "a\r\nX-Evil: 1",
    "a\r\n\r\nPUB x 0\r\n",
    "null",
    "undefined",
    "NaN",
    "-0",
    "true",
    "9".repeat(10_000),
    "x".repeat(129),
    "x".repeat(3000),
    "$",
    "$$PEPE",
    "PEPE",
    PEPE,
    PEPE.toUpperCase(),
    WIF,
    "\u0085",
    "\u2028",
  ),
);
const digits = fc.constantFrom(
  "1",
  "56",
  "-1",
  "1e400",
  "9".repeat(10_000),
  "0.1",
  "1.",
  "00",
  "0x1",
  `${"9".repeat(5000)}e-${"9".repeat(50)}`,
);
const json: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: evil.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: evil.map((text) => `"${text}"`) },
  digits,
  fc.constantFrom(
    "null",
    "true",
    '""',
    "[]",
    "{}",
    '{"a":{"__proto__":{"x":1}}}',
    "[".repeat(2000),
    `${"[".repeat(4000)}${"]".repeat(4000)}`,
  ),
  fc.constantFrom(`[${"1,".repeat(5000)}1]`, `${'{"a":'.repeat(1500)}1${"}".repeat(1500)}`, '"\\ud800"', '"\\u0000"', '{"then":1}'),
);
const right = new Map(
  Object.entries({
    coin_symbol: fc.constantFrom('"PEPE"', '"$wif"', '"🐸"'),
    contract_address: fc.constantFrom(`"${PEPE}"`, `"${WIF}"`, "null"),
    chain_id: fc.constantFrom('"1"', '"56"', '"8453"', '"solana"'),
    request_id: fc.constantFrom('"order-1"', '"order 2/ö"', '"*.>"'),
  }),
);
const field = fc
  .constantFrom("coin_symbol", "contract_address", "chain_id", "request_id", "status", "toJSON", "constructor", "__proto__")
  .chain((name) => fc.oneof({ weight: 4, arbitrary: right.get(name) ?? json }, json).map((value) => `"${name}":${value}`));
const object = fc
  .tuple(fc.oneof({ weight: 4, arbitrary: fc.constant('"coin_symbol":"PEPE"') }, field), fc.array(field, { maxLength: 3 }))
  .map(([first, more]) => `{${[first, ...more].join(",")}}`);
const text = fc.oneof(
  { weight: 12, arbitrary: object },
  json,
  evil,
  object.map((one) => `\ufeff${one}`),
  object.map((one) => one.slice(0, -1)),
  object.map((one) => `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${one}\r\n--x--\r\n`),
  fc.constantFrom("", " ", "coin_symbol=PEPE", "[1,2]", "\0", " ".repeat(17 * KIB), `{"coin_symbol":"${"A".repeat(20 * KIB)}"}`),
);
const body = fc.oneof(
  { weight: 20, arbitrary: text.map((one) => Buffer.from(one, "utf8")) },
  text.map((one) => Buffer.from(one, "utf16le")),
  text.map((one) => Buffer.from(one, "latin1")),
  text.map((one) => gzipSync(one)),
  fc.constantFrom(...Object.values(bombs)),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
);

/** A header value: mostly what a header may hold. */
const legal = evil.map((one) => one.replaceAll(/[^\t -~\xa0-\xff]/g, "").slice(0, 1000));
const value = fc.oneof({ weight: 20, arbitrary: legal }, evil);
/** Headers that end most requests at the door. */
const wreck: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(fc.constant("Host"), evil),
  fc.tuple(fc.constant("X-Raw"), evil),
  fc.tuple(fc.constant("Transfer-Encoding"), fc.constantFrom("xchunked", "chunked, identity", "gzip, chunked", " chunked", "identity")),
  fc.tuple(fc.constant("X-Folded"), fc.constant("a\r\n b")),
  fc.tuple(fc.constant("X-Big"), fc.constant("b".repeat(20 * KIB))),
  fc.tuple(fc.constantFrom("__proto__", "constructor", "X Y", "", "X\0"), value),
  fc.tuple(fc.constant("X-Many"), fc.constant(Array.from({ length: 1500 }, (_, n) => `1\r\nX-${n}: 1`).join(""))),
);
const header = (keys: readonly string[]): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    { weight: 1, arbitrary: wreck },
    fc.tuple(
      fc.constant("Content-Type"),
      fc.oneof(value, fc.constantFrom("application/json; charset=utf-16", "APPLICATION/JSON", "text/plain")),
    ),
    fc.tuple(
      fc.constant("Content-Type"),
      fc.constantFrom("multipart/form-data; boundary=x", "application/json;", "application/ld+json", ","),
    ),
    fc.tuple(fc.constant("Content-Encoding"), fc.constantFrom("gzip", "br", "deflate", "identity, gzip", "nonsense")),
    fc.tuple(fc.constant("X-Demo-Fingerprint"), fc.oneof(value, fc.stringMatching(/^[A-Za-z0-9._:-]{8,128}$/))),
    fc.tuple(
      fc.constant("Authorization"),
      fc.oneof(value, fc.constantFrom(...keys, ...keys, "Bearer  ", "Basic YTpi", `Bearer ${"k".repeat(600)}`)),
    ),
    fc.tuple(fc.constantFrom("X-Request-Id", "Idempotency-Key", "traceparent", "tracestate", "X-Forwarded-For", "Origin", "Cookie"), value),
    fc.tuple(
      fc.constant("traceparent"),
      fc.constantFrom(`00-${"0".repeat(32)}-${"0".repeat(16)}-01`, `ff-${"a".repeat(32)}-${"b".repeat(16)}-01`),
    ),
    fc.tuple(fc.constant("Prefer"), fc.oneof(value, fc.constantFrom("wait=1", "wait=99999999999", "wait=-1", "wait, wait=2", 'wait="3"'))),
    fc.tuple(fc.constantFrom("If-None-Match", "Range", "Accept", "Accept-Encoding", "Access-Control-Request-Method"), value),
    fc.tuple(
      fc.constant("Accept"),
      fc.constantFrom("application/problem+json", "application/problem+json;q=0", "text/event-stream", "*/*"),
    ),
    fc.tuple(fc.constant("A2A-Version"), fc.oneof(value, fc.constant("1.0"), fc.constant("1.0"))),
    fc.tuple(fc.constant("Last-Event-ID"), fc.oneof(value, digits)),
    fc.tuple(fc.constant("Expect"), fc.constantFrom("100-continue", "200-ok", "")),
    fc.tuple(fc.constant("Connection"), fc.constantFrom("close", "keep-alive", "Upgrade", "close, keep-alive")),
    fc.tuple(fc.constant("Upgrade"), fc.constantFrom("websocket", "h2c")),
  );

const path = (ids: readonly string[]): fc.Arbitrary<string> => {
  const part = fc.oneof(
    evil,
    evil.map((one) => encodeURIComponent(one.replaceAll(/\p{Cs}/gu, ""))),
    fc.constantFrom(...ids, "1", PEPE, WIF),
  );
  const ask = fc.oneof(part, fc.constantFrom("", "wait=0", "wait=1", "wait=1&wait=2", "wait[]=1", "wait=%", "__proto__[x]=1", "wait=1e3"));
  const plain = fc.oneof(
    part.map((one) => `/api/agent/${one}`),
    part.map((one) => `/api/agent/${one}/events`),
    part.map((one) => `/api/agent/${one}/report`),
    fc
      .tuple(part, fc.constantFrom("", ":subscribe", ":cancel", ":x", "/pushNotificationConfigs"))
      .map(([one, verb]) => `/a2a/tasks/${one}${verb}`),
    fc.tuple(part, part).map(([chain, address]) => `/api/tokens/${chain}/${address}/history`),
    part.map((one) => `/${one}`),
    fc.constantFrom(
      "/api/agent",
      "/api/quota",
      "/api/usage",
      "/api/examples",
      "/api/calibration",
      "/openapi.json",
      "/status",
      "/docs",
      "/docs/",
      "/livez",
      "/",
      "/llms.txt",
      "/.well-known/agent-card.json",
      "/.well-known/x402",
      "/a2a/message:send",
      "/a2a/message:stream",
      "/a2a/tasks",
      "/a2a",
    ),
    fc.constantFrom(
      "*",
      "//",
      "/api//agent",
      "/API/AGENT",
      "/api/agent/",
      "/api/agent/..",
      "http://evil.example/api/agent",
      "?",
      "#",
      "evil:80",
      "",
    ),
  );
  return fc.oneof(
    { weight: 3, arbitrary: plain },
    fc.tuple(plain, ask).map(([one, query]) => `${one}?${query}`),
  );
};

/** A message of A2A that asks for nothing or is answered at once: what waits for its end would hold the test. */
const a2aMessage = (ids: readonly string[]): fc.Arbitrary<string> => {
  const part = fc.oneof(
    object.map((one) => `{"data":${one}}`),
    evil.map((one) => JSON.stringify({ text: one })),
    json.map((one) => `{"data":${one}}`),
    fc.constantFrom('{"text":"$PEPE"}', '{"url":"http://x"}', '{"raw":"AA=="}', "{}", "7"),
  );
  const given = fc.oneof(
    evil.map((one) => `"contextId":${JSON.stringify(one)}`),
    fc.constantFrom(...ids, "1").map((one) => `"taskId":"${one}"`),
    json.map((one) => `"metadata":${one}`),
    fc.constantFrom('"role":"ROLE_AGENT"', '"parts":[]', '"contextId":"one"', '"messageId":"m-1"'),
  );
  return fc
    .tuple(
      fc.uuid(),
      fc.array(part, { maxLength: 3 }),
      fc.array(given, { maxLength: 2 }),
      fc.oneof(
        json.filter((one) => one !== "null"),
        fc.constant("true"),
      ),
    )
    .map(([id, parts, more, atOnce]) => {
      const members = [`"messageId":"${id}"`, '"role":"ROLE_USER"', `"parts":[${parts.join(",")}]`, ...more];
      return `{"message":{${members.join(",")}},"configuration":{"returnImmediately":${atOnce}}}`;
    });
};

/** What a stranger may send: `ids` are of jobs that exist, `keys` are whole values of Authorization. */
export const hostileRequest = (ids: readonly string[], keys: readonly string[]): fc.Arbitrary<HostileRequest> => {
  const post = fc.record({
    method: fc.constant("POST"),
    target: fc.constant("/api/agent"),
    version: fc.constant("1.1"),
    headers: fc
      .tuple(fc.constant<[string, string]>(["Content-Type", "application/json"]), fc.array(header(keys), { maxLength: 2 }))
      .map(([first, more]) => [first, ...more]),
    body,
    framing: framed,
  });
  const message = fc.record({
    method: fc.constant("POST"),
    target: fc.constant("/a2a/message:send?A2A-Version=1.0"),
    version: fc.constant("1.1"),
    headers: fc
      .tuple(fc.constant<[string, string]>(["Content-Type", "application/a2a+json"]), fc.array(header(keys), { maxLength: 2 }))
      .map(([first, more]) => [first, ...more]),
    body: a2aMessage(ids).map((one) => Buffer.from(one)),
    framing: framed,
  });
  const any = fc.record({
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom("GET", "GET", "HEAD", "POST", "OPTIONS") },
      fc.constantFrom("PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "QUERY", "PRI", "FROBNICATE", "get", "G\0T", ""),
    ),
    target: path(ids),
    version: fc.oneof({ weight: 8, arbitrary: fc.constant("1.1") }, fc.constantFrom("1.0", "0.9", "2.0", "1.2", "x")),
    headers: fc.array(header(keys), { maxLength: 3 }),
    body: fc.oneof({ weight: 3, arbitrary: fc.constant(Buffer.alloc(0)) }, body),
    framing: framed,
  });
  return fc.oneof({ weight: 3, arbitrary: post }, { weight: 3, arbitrary: any }, message);
};

/** The request as bytes. */
export function render({ method, target, version, headers, body: content, framing }: HostileRequest): Buffer {
  const chunk = Buffer.concat([Buffer.from(`${content.length.toString(16)};x=y\r\n`), content, Buffer.from("\r\n")]);
  const chunks = content.length === 0 ? [] : [chunk];
  const lengths: Record<HostileRequest["framing"], string> = {
    length: content.length === 0 ? "" : `Content-Length: ${content.length}\r\n`,
    chunked: "Transfer-Encoding: chunked\r\n",
    trailers: "Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n",
    both: `Content-Length: ${content.length}\r\nTransfer-Encoding: chunked\r\n`,
    short: `Content-Length: ${Math.max(0, content.length - 3)}\r\n`,
    long: `Content-Length: ${content.length + 5}\r\n`,
    none: "",
    negative: "Content-Length: -1\r\n",
    twice: `Content-Length: ${content.length}\r\nContent-Length: ${content.length + 1}\r\n`,
  };
  const bodies: Partial<Record<HostileRequest["framing"], Buffer[]>> = {
    chunked: [...chunks, Buffer.from("0\r\n\r\n")],
    trailers: [...chunks, Buffer.from("0\r\nAuthorization: Bearer stolen\r\n__proto__: x\r\n\r\n")],
    both: [...chunks, Buffer.from("0\r\n\r\n")],
  };
  const own = headers.map(([name, one]) => `${name}: ${one}\r\n`).join("");
  const host = headers.some(([name]) => name === "Host") ? "" : "Host: localhost\r\n";
  return Buffer.concat([
    Buffer.from(`${method} ${target} HTTP/${version}\r\n${host}${lengths[framing]}${own}\r\n`),
    ...(bodies[framing] ?? [content]),
  ]);
}
