import { readOpenRequests } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { held, type Paid, sign, startPaid } from "./paid.ts";

const PEPE = { coin_symbol: "PEPE" };
const RACERS = 200;

/** How many requests the broker holds. */
const requests = async ({ gateway }: Paid): Promise<number> => (await readOpenRequests(gateway.gateway, 1000))?.length ?? -1;

/** One authorization in several spellings: no two of a gateway's wait for each other in one queue. */
function spelled(header: string): string[] {
  const payment = held(header);
  const { authorization, signature } = payment.payload;
  const { from, to, nonce } = authorization;
  const upper = (hex: string): string => `0x${hex.slice(2).toUpperCase()}`;
  const lower = { ...authorization, from: from.toLowerCase(), to: to.toLowerCase(), more: "of it" };
  const base64 = (value: object, indent?: number): string => Buffer.from(JSON.stringify(value, undefined, indent)).toString("base64");
  return [
    header,
    base64({ more: { of: "it" }, ...payment }, 2),
    base64({ ...payment, payload: { authorization: lower, signature } }).replaceAll("=", ""),
    base64({
      ...payment,
      payload: { authorization: { ...authorization, nonce: upper(nonce), from: upper(from) }, signature: upper(signature) },
    }),
    Buffer.from(JSON.stringify({ ...payment, extensions: {} })).toString("base64url"),
  ];
}

test("200 racing copies, in five spellings, of one authorization over two gateways are one transfer and one job", async () => {
  await using paid = await startPaid();
  await using two = await paid.another();
  const { header } = await sign(paid);
  const spellings = spelled(header["payment-signature"]!);
  const send = (n: number) => [paid.gateway, two][n % 2]!.post(PEPE, { "payment-signature": spellings[n % spellings.length]! });
  const answers = await Promise.all(Array.from({ length: RACERS }, (_, n) => send(n)));
  expect(answers.filter(({ status }) => status !== 202).map(({ body }) => body)).toEqual([]);
  expect(new Set(answers.map(({ body }) => body.job_id)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect(new Set(answers.map(({ headers }) => headers.get("payment-response"))).size).toBe(1);
  expect([await paid.received(), paid.settlings(), await requests(paid)]).toEqual([1n, 1, 1]);
});

test("as many authorizations for one request_id, racing over two gateways, are one transfer and one job", async () => {
  await using paid = await startPaid();
  await using two = await paid.another();
  const signed = await Promise.all(Array.from({ length: 20 }, () => sign(paid)));
  const send = (header: Record<string, string>, n: number) => [paid.gateway, two][n % 2]!.post({ ...PEPE, request_id: "once" }, header);
  const answers = await Promise.all(signed.map(({ header }, n) => send(header, n)));
  // Who came while the first was being reserved is told to come again, with the same authorization.
  expect(answers.filter(({ status, body }) => status !== 202 && body.code !== "payment_pending").map(({ body }) => body)).toEqual([]);
  const again = await Promise.all(signed.map(({ header }, n) => send(header, n)));
  expect(again.map(({ status }) => status)).toEqual(Array(20).fill(202));
  expect(new Set([...answers, ...again].flatMap(({ body }) => body.job_id ?? [])).size).toBe(1);
  expect([await paid.received(), await requests(paid)]).toEqual([1n, 1]);
});

test("as many payments at once are as many transfers and jobs", async () => {
  await using paid = await startPaid();
  await using two = await paid.another();
  const signed = await Promise.all(Array.from({ length: 20 }, () => sign(paid)));
  const answers = await Promise.all(signed.map(({ header }, n) => [paid.gateway, two][n % 2]!.post(PEPE, header)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
  expect(new Set(answers.map(({ body }) => body.job_id)).size).toBe(20);
  expect([await paid.received(), await requests(paid)]).toEqual([20n, 20]);
});

test("two authorizations of one nonce are one payment: the second one moves nothing", async () => {
  await using paid = await startPaid();
  const one = await sign(paid);
  expect((await paid.gateway.post(PEPE, one.header)).status).toBe(202);
  const { header } = await sign(paid, { nonce: `0x${one.nonce.slice(2)}`, value: "1" });
  const { status, body } = await paid.gateway.post(PEPE, header);
  expect([status, body.errors[0].detail, await paid.received()]).toEqual([402, "nonce_used", 1n]);
});
