import { type ErrorCode, type ErrorRow, errorTable } from "./errors.ts";

/** What a header of an answer is, for the document. */
interface HeaderText {
  description: string;
  /** What its value looks like. */
  pattern: string;
}

const UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** The headers of our own in answers. A test holds their patterns against real answers, and that there are no others. */
export const answerHeaders = {
  "X-Request-Id": { description: "Names this answer: `instance` of an error.", pattern: `^${UUID}$` },
  traceparent: {
    description: "The trace of this answer (W3C); it continues the client's.",
    pattern: "^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$",
  },
  Location: { description: "Where to poll.", pattern: `^/api/agent/${UUID}$` },
  "Retry-After": { description: "Seconds after which to ask again.", pattern: "^[1-9][0-9]*$" },
  "RateLimit-Policy": {
    description: 'The limit that leaves fewest calls: `q` calls in `w` seconds; `"demo"` of the device, `"address"` of the client address.',
    pattern: '^"(demo|address)";q=[0-9]+;w=[0-9]+$',
  },
  RateLimit: {
    description: "Its `r` calls left; the next used call comes back in `t` seconds.",
    pattern: '^"(demo|address)";r=[0-9]+(;t=[0-9]+)?$',
  },
  "Idempotency-Key": {
    description: "The request_id used, percent-encoded unless it is visible ASCII.",
    pattern: "^[!-~]+$",
  },
  "Idempotent-Replayed": { description: "The first answer again: it cost nothing.", pattern: "^true$" },
  "Webhook-Secret": {
    description: "Verifies what is told to the webhook_url (Standard Webhooks): the same for this caller and URL.",
    pattern: "^whsec_[A-Za-z0-9+/]{43}=$",
  },
  ETag: { description: "This version, for If-None-Match.", pattern: '^"[a-z0-9-]+"$' },
  "Preference-Applied": { description: "The wait that was granted.", pattern: "^wait=[0-9]+$" },
  "Cache-Control": { description: "Who may keep the answer.", pattern: "^[a-z0-9=, -]+$" },
  "WWW-Authenticate": { description: "How to identify oneself.", pattern: "^Bearer$" },
  "PAYMENT-REQUIRED": {
    description: "The challenge of a 402 (x402 v2): base64 of JSON that says what is asked, of whom, on which chains.",
    pattern: "^[A-Za-z0-9+/]+={0,2}$",
  },
  "PAYMENT-RESPONSE": {
    description: "The receipt of a payment (x402 v2): base64 of JSON with its transaction.",
    pattern: "^[A-Za-z0-9+/]+={0,2}$",
  },
  Allow: { description: "What this path takes.", pattern: "^[A-Z, ]*$" },
} as const satisfies Record<string, HeaderText>;
type AnswerHeader = keyof typeof answerHeaders;

/** Which headers an answer always has, and which it may have. */
export interface ToldHeaders {
  always?: readonly AnswerHeader[];
  maybe?: readonly AnswerHeader[];
}

/** `components.headers` of the document: each header as one that an answer always has, and as one that it may have. */
export const componentHeaders = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answerHeaders).flatMap(([name, { description, pattern }]) => {
      const header = { description, schema: { type: "string", pattern } };
      return [
        [name, { ...header, required: true }],
        [`${name}.maybe`, header],
      ];
    }),
  );

/** `headers` of one answer in the document. */
export function describeHeaders({ always = [], maybe = [] }: ToldHeaders): Record<string, unknown> {
  const all: readonly AnswerHeader[] = ["X-Request-Id", ...always];
  const some = maybe.filter((name) => !all.includes(name));
  return Object.fromEntries([
    ...all.map((name) => [name, { $ref: `#/components/headers/${name}` }]),
    ...some.map((name) => [name, { $ref: `#/components/headers/${name}.maybe` }]),
  ]);
}

const ofCode: Partial<Record<ErrorCode, ToldHeaders>> = {
  unauthorized: { always: ["WWW-Authenticate"] },
  payment_required: { always: ["PAYMENT-REQUIRED"], maybe: ["RateLimit", "RateLimit-Policy"] },
  payment_refused: { always: ["PAYMENT-REQUIRED"] },
  demo_limit_reached: { always: ["RateLimit", "RateLimit-Policy"] },
  method_not_allowed: { always: ["Allow"] },
  no_report: { maybe: ["Retry-After"] },
};

/** The headers of an error status that several codes may share: always there only what each of them has. */
export function errorHeaders(codes: readonly ErrorCode[]): Required<ToldHeaders> {
  const each = codes.map((code): AnswerHeader[] => {
    const row: ErrorRow = errorTable[code];
    return ["Cache-Control", ...(row.retryAfter === undefined ? [] : ["Retry-After" as const]), ...(ofCode[code]?.always ?? [])];
  });
  const always = (each[0] ?? []).filter((name) => each.every((some) => some.includes(name)));
  return { always, maybe: [...each.flat(), ...codes.flatMap((code) => ofCode[code]?.maybe ?? [])] };
}
