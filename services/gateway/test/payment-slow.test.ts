import { readOpenRequests } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { type Paid, sign, startPaid } from "./paid.ts";

const PEPE = { coin_symbol: "PEPE" };
/** Longer than a lease. */
const LEASE_MS = 31_000;

/** Lets the lease of a gateway that settles run out, has another one settle meanwhile, and the first go on with this answer. */
async function overtaken(paid: Paid, late: (pass: () => unknown) => unknown) {
  await using two = await paid.another();
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let settlings = 0;
  paid.fault(async (call, pass) => {
    if (call.path !== "/settle" || ++settlings > 1) return await pass();
    asked.resolve();
    await goOn.promise;
    return { json: await late(async () => ((await pass()) as { json: unknown }).json) };
  });
  const { header } = await sign(paid);
  const slow = paid.gateway.post(PEPE, header);
  await asked.promise;
  two.advance(LEASE_MS);
  await two.reconcile();
  const [first, second] = await Promise.all([two.post(PEPE, header), two.post(PEPE, header), two.reconcile()]);
  goOn.resolve();
  const answers = [first, second, await slow];
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(new Set(answers.map(({ body, headers }) => body.job_id + headers.get("payment-response"))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect(settlings).toBe(2);
}

test.each<[string, (pass: () => unknown) => unknown]>([
  ["settles too", (pass) => pass()],
  ["gets garbage", () => "<html>"],
  ["is refused", () => ({ success: false, errorReason: "insufficient_funds", transaction: "" })],
])("a lease that ends while its holder is only slow, and then %s: one transfer and one job, whoever reconciles", async (_, late) => {
  await using paid = await startPaid();
  await overtaken(paid, late);
  expect([await paid.received(), (await readOpenRequests(paid.gateway.gateway, 100))?.length]).toEqual([1n, 1]);
});

test("who is overtaken is not told to pay again, although the chain does not show yet what the other one settles", async () => {
  await using paid = await startPaid({ paying: { patienceMs: 500 } });
  await using two = await paid.another();
  const [asked, overtaking, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let settlings = 0;
  paid.fault(async (call, pass) => {
    if (call.path !== "/settle") return await pass();
    if (++settlings === 1) {
      asked.resolve();
      await overtaking.promise;
      return { json: { success: false, errorReason: "invalid_exact_evm_transaction_simulation_failed", transaction: "" } };
    }
    overtaking.resolve();
    await goOn.promise;
    return await pass();
  });
  const { header } = await sign(paid);
  const slow = paid.gateway.post(PEPE, header);
  await asked.promise;
  two.advance(LEASE_MS);
  const other = two.post(PEPE, header);
  await overtaking.promise;
  const { body } = await slow;
  goOn.resolve();
  expect([body.code, (await other).status, await paid.received()]).toEqual(["payment_pending", 202, 1n]);
});

test("who is still verifying when another gateway has settled is given its job, not told that the nonce is used", async () => {
  await using paid = await startPaid();
  await using two = await paid.another();
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let verifications = 0;
  paid.fault(async (call, pass) => {
    if (call.path === "/verify" && ++verifications === 1) {
      asked.resolve();
      await goOn.promise;
    }
    return await pass();
  });
  const { header } = await sign(paid);
  const slow = two.post(PEPE, header);
  await asked.promise;
  const first = await paid.gateway.post(PEPE, header);
  goOn.resolve();
  const last = await slow;
  expect([first.status, last.status, last.headers.get("idempotent-replayed")]).toEqual([202, 202, "true"]);
  expect([last.body.job_id, await paid.received()]).toEqual([first.body.job_id, 1n]);
});
