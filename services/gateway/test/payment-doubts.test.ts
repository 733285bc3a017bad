import { paymentKey } from "@token-sentiment/contract";
import { openBucket, openPayments, readOpenRequests, readRequest } from "@token-sentiment/bus";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BRIEF, type Paid, sign, type Signed, startPaid } from "./paid.ts";

let paid: Paid;
beforeAll(async () => {
  paid = await startPaid({ paying: BRIEF });
});
afterAll(() => paid[Symbol.asyncDispose]());

const PEPE = { coin_symbol: "PEPE" };
const DAY_MS = 24 * 3_600_000;
/** How many requests the broker holds. */
const requests = async (): Promise<number> => (await readOpenRequests(paid.gateway.gateway, 1000))?.length ?? -1;
const refusal = (errorReason: string) => ({ success: false, errorReason, transaction: "" });
const codeOf = async ({ header }: Signed, body: object = PEPE) => {
  const answer = await paid.gateway.post(body, header);
  return `${answer.status} ${answer.body.code ?? "accepted"}`;
};

/** Lets each settling come to the next of these, and the rest pass. */
function settlings(...answers: ((pass: () => unknown) => unknown)[]): void {
  paid.fault(async (call, pass) => {
    if (call.path !== "/settle") return await pass();
    const answer = answers.shift();
    return answer ? { json: await answer(async () => await pass()) } : await pass();
  });
}

test.each(["invalid_exact_evm_nonce_already_used", "invalid_exact_evm_transaction_simulation_failed", "insufficient_funds"])(
  "once it is not known whether a payment moves, no later %s makes its payer sign another, as long as the chain does not show it",
  async (reason) => {
    const before = await paid.received();
    const jobs = await requests();
    const payment = await sign(paid);
    settlings(
      () => "<html>",
      () => refusal(reason),
    );
    expect([await codeOf(payment), await codeOf(payment)]).toEqual(Array(2).fill("503 payment_pending"));
    expect(await paid.recordOf(payment)).toMatchObject({ state: "settling" });
    // Nothing runs before its money has moved.
    expect(await requests()).toBe(jobs);
    expect([await codeOf(payment), (await paid.received()) - before]).toEqual(["202 accepted", 1n]);
    expect(await requests()).toBe(jobs + 1);
  },
);

test("a facilitator that finds a nonce used, which our node does not show yet, makes nobody sign another", async () => {
  const before = await paid.received();
  const payment = await sign(paid);
  settlings(() => refusal("invalid_exact_evm_nonce_already_used"));
  expect(await codeOf(payment)).toBe("503 payment_pending");
  expect([await codeOf(payment), (await paid.received()) - before]).toEqual(["202 accepted", 1n]);
});

test.each<[string, (told: object) => object]>([
  ["names no transaction", (told) => ({ ...told, transaction: "" })],
  ["names another payer", (told) => ({ ...told, payer: `0x${"ab".repeat(20)}` })],
])("a success that %s is a word like any other: the chain decides", async (_, lie) => {
  const before = await paid.received();
  const lied = await sign(paid);
  settlings(() => lie({ success: true, transaction: `0x${"1".repeat(64)}`, network: lied.network, payer: lied.from }));
  expect(await codeOf(lied)).toBe("503 payment_pending");
  expect([await paid.recordOf(lied), (await paid.received()) - before]).toMatchObject([{ state: "settling" }, 0n]);
  const true_ = await sign(paid);
  settlings(async (pass) => lie((await pass()) as object));
  await paid.gateway.post(PEPE, true_.header);
  await expect.poll(async () => (await paid.gateway.reconcile(), await paid.recordOf(true_))?.state, { timeout: 5000 }).toBe("published");
  expect((await paid.received()) - before).toBe(1n);
});

test("a request_id whose old request the broker is only just letting go is not paid for again", async () => {
  paid.fault(undefined);
  const asked = { ...PEPE, request_id: "daily" };
  const first = await paid.gateway.post(asked, (await sign(paid)).header);
  const before = await paid.received();
  paid.gateway.advance(DAY_MS);
  const next = await sign(paid, { validBefore: Math.floor((Date.now() + DAY_MS) / 1000) + 300 });
  expect(await readRequest(paid.gateway.gateway, first.body.job_id)).toBeDefined();
  expect(await codeOf(next, asked)).toBe("503 unavailable");
  paid.gateway.advance(-DAY_MS);
  expect([await paid.recordOf(next), (await paid.received()) - before]).toEqual([undefined, 0n]);
});

const keyOf = ({ network, asset, from, nonce }: Signed) =>
  paymentKey({ network, asset: asset.toLowerCase(), payer: from.toLowerCase(), nonce });

test("a payment whose job was published, and whose gateway died before it noted that, runs once", async () => {
  paid.fault(undefined);
  const records = await openPayments(paid.gateway.gateway);
  const payment = await sign(paid);
  expect(await codeOf(payment)).toBe("202 accepted");
  const before = await requests();
  const stored = await records.get(keyOf(payment));
  const { job_id } = stored!.payment.jobs[0]!;
  expect(await records.update(stored!, { ...stored!.payment, state: "settled", jobs: [{ job_id }] })).toBeDefined();
  await paid.gateway.reconcile();
  expect(await paid.recordOf(payment)).toMatchObject({ state: "published", jobs: [{ job_id }] });
  expect(await requests()).toBe(before);
});

test("a record that this release cannot read is not asked for without end, and nobody pays over it", async () => {
  const before = await paid.received();
  const unread = await sign(paid);
  await (await openBucket(paid.gateway.gateway, "payments")).put(keyOf(unread), { state: "of a later release" });
  let asked = 0;
  paid.fault((_call, pass) => (asked++, pass()));
  expect(await codeOf(unread)).toBe("503 payment_pending");
  expect([asked, (await paid.received()) - before]).toEqual([10, 0n]);
});
