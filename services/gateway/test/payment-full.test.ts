import { bucketStream } from "@token-sentiment/contract";
import { readRequest } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { sign, startPaid } from "./paid.ts";

const PEPE = { coin_symbol: "PEPE" };

test("a full bucket: who is being settled has the job, who comes next is not charged, and both are noted once there is room", async () => {
  await using paid = await startPaid();
  const { gateway, broker } = paid.gateway;
  const provisioner = await broker.open("provisioner");
  const room = async (max_bytes: number) => await provisioner.jsm.streams.update(bucketStream("payments"), { max_bytes });
  const { config } = await provisioner.jsm.streams.info(bucketStream("payments"));
  paid.fault(async (call, pass) => {
    if (call.path === "/settle") await room(64);
    return await pass();
  });
  const settling = await sign(paid);
  const { status, body } = await paid.gateway.post(PEPE, settling.header);
  expect([status, await paid.received()]).toEqual([202, 1n]);
  expect((await readRequest(gateway, body.job_id))?.value).toMatchObject({ coin_symbol: "PEPE" });
  expect(await paid.recordOf(settling)).toMatchObject({ state: "settling" });

  const next = await sign(paid);
  const refused = await paid.gateway.post(PEPE, next.header);
  expect([refused.status, refused.body.code, await paid.received(), await paid.recordOf(next)]).toEqual([
    503,
    "payment_unavailable",
    1n,
    undefined,
  ]);
  paid.fault(undefined);
  await room(config.max_bytes);
  paid.gateway.advance(31_000);
  await paid.gateway.reconcile();
  expect(await paid.recordOf(settling)).toMatchObject({ state: "published", tx: expect.any(String) });
  expect(await paid.gateway.post(PEPE, next.header)).toMatchObject({ status: 202 });
  expect(await paid.received()).toBe(2n);
});
