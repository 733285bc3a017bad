import { openPayments } from "@token-sentiment/bus";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BRIEF, type Paid, sign, type Signed, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid({ paying: BRIEF });
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };
const never = new Promise<never>(() => undefined);
const stateOf = async (payment: Signed) => (await paid.recordOf(payment))?.state;
const post = async ({ header }: Signed) => {
  const { status, body, headers } = await paid.gateway.post(PEPE, header);
  return { status, code: body.code, job: body.job_id, replayed: headers.get("idempotent-replayed") };
};

/** Lets the next settling come to this, once. */
const nextSettling = (answer: (pass: () => unknown) => unknown): void =>
  paid.fault(async (call, pass) => {
    if (call.path !== "/settle") return await pass();
    paid.fault(undefined);
    return { json: await answer(async () => await pass()) };
  });

test.each<[string, (pass: () => unknown) => unknown]>([
  ["does not answer", async (pass) => (await pass(), never)],
  ["answers garbage", async (pass) => (await pass(), "<html>")],
  [
    "answers that it failed in a way that says nothing",
    async (pass) => (await pass(), { success: false, errorReason: "timeout", transaction: "" }),
  ],
  [
    "answers that it failed in a way that sounds certain",
    async (pass) => (await pass(), { success: false, errorReason: "invalid_exact_evm_nonce_already_used", transaction: "" }),
  ],
  ["answers of another network", async (pass) => (await pass(), { success: true, transaction: "0x", network: "eip155:1" })],
])("a facilitator that settles and then %s: the job runs once, for one transfer, and nobody is asked to pay again", async (_, fault) => {
  const before = await paid.received();
  const payment = await sign(paid);
  nextSettling(fault);
  const first = await post(payment);
  expect([202, 503]).toContain(first.status);
  if (first.status === 503) expect(first.code).toBe("payment_pending");
  // Nobody comes back: the reconciling finds it.
  await expect.poll(async () => (await paid.gateway.reconcile(), await stateOf(payment)), { timeout: 5000 }).toBe("published");
  const record = await paid.recordOf(payment);
  expect(record?.tx).toMatch(/^0x[0-9a-f]{64}$/);
  expect(await post(payment)).toEqual({ status: 202, code: undefined, job: record?.jobs[0]?.job_id, replayed: "true" });
  expect((await paid.received()) - before).toBe(1n);
});

test.each<[string, () => unknown]>([
  ["does not answer", () => never],
  ["answers garbage", () => "<html>"],
  ["says that it failed", () => ({ success: false, errorReason: "unexpected_settle_error", transaction: "" })],
])(
  "a facilitator that %s without settling: 503, the nonce stays reserved, and the same authorization settles later, once",
  async (_, fault) => {
    const before = await paid.received();
    const payment = await sign(paid);
    nextSettling(fault);
    expect(await post(payment)).toMatchObject({ status: 503, code: "payment_pending" });
    await paid.gateway.reconcile();
    expect([await stateOf(payment), (await paid.received()) - before]).toEqual(["settling", 0n]);
    expect(await post(payment)).toMatchObject({ status: 202, replayed: null });
    expect((await paid.received()) - before).toBe(1n);
  },
);

test("a settling that is refused for sure releases the payer with its reason, and the same authorization may be tried again", async () => {
  const before = await paid.received();
  const payment = await sign(paid);
  nextSettling(() => ({ success: false, errorReason: "invalid_exact_evm_insufficient_balance", transaction: "" }));
  expect(await post(payment)).toMatchObject({ status: 402, code: "payment_refused" });
  expect([await stateOf(payment), (await paid.received()) - before]).toEqual(["refused", 0n]);
  await expect.poll(async () => (await post(payment)).status, { timeout: 10_000 }).toBe(202);
  expect((await paid.received()) - before).toBe(1n);
});

test("a facilitator that does not verify: 503, nothing is reserved, and after some unanswered questions nobody is sent there for a while", async () => {
  await using shut = await startPaid({ paying: { verifyMs: 50 } });
  let asked = 0;
  shut.fault(() => (asked++, never));
  const answers = [];
  for (let n = 0; n < 8; n++) answers.push(await shut.gateway.post(PEPE, (await sign(shut)).header));
  expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(8).fill("503 payment_unavailable"));
  expect(asked).toBe(5);
  expect((await (await openPayments(shut.gateway.gateway)).page(1)).next).toBeUndefined();
  expect([await shut.received(), answers[0]!.headers.get("retry-after")]).toEqual([0n, "10"]);
});
