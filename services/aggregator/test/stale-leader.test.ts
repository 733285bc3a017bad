import { randomUUID } from "node:crypto";
import { bucketStream, type JobRow } from "@token-sentiment/contract";
import { type Bus, readRequest, readRow, writeRow } from "@token-sentiment/bus";
import { startBroker } from "@token-sentiment/testing";
import { expect, test } from "vitest";
import { writeFinal } from "../src/settle.ts";
import { submit } from "./fixtures.ts";

const NOT_FOUND = { error: { code: 404, err_code: 10037, description: "no message found" } };

/** The look after the conflict, and the one that decides what comes of it. */
const STALE_READS = 2;

/** A way to the broker on which the first looks at a row are answered as by a leader that has just become one: there is none. */
function behindAStaleLeader(bus: Bus): { bus: Bus; staleReads(): number } {
  let stale = 0;
  const ask: Bus["wire"]["ask"] = async (subject, data, options) => {
    const answer = await bus.wire.ask(subject, data, options);
    if (stale === STALE_READS || !subject.endsWith(`MSG.GET.${bucketStream("jobs")}`)) return answer;
    stale++;
    return Object.create(answer, { data: { value: new TextEncoder().encode(JSON.stringify(NOT_FOUND)) } });
  };
  return { bus: { ...bus, wire: { ...bus.wire, ask } }, staleReads: () => stale };
}

test("a verdict that a new leader does not show yet is not written over by a second one", async () => {
  await using broker = await startBroker();
  const aggregator = await broker.open("aggregator");
  const gateway = await broker.open("gateway");
  const { job_id } = await submit(gateway);
  const { at: requestAt } = (await readRequest(gateway, job_id))!;
  const row = (error: string): JobRow => ({ job_id, status: "failed", error });
  const first = await writeRow(aggregator, job_id, { row: row("first"), requestAt, expectedRevision: 0, evidence: [] });
  const behind = behindAStaleLeader(aggregator);
  const replica = {
    ...({} as Parameters<typeof writeFinal>[0]),
    bus: behind.bus,
    log: aggregator.log,
    draining: new AbortController().signal,
  };
  // A rival that has read the job before the first verdict was there.
  const wrote = await writeFinal(replica, job_id, { row: row(`second ${randomUUID()}`), requestAt, expectedRevision: 0, evidence: [] });
  expect([wrote, behind.staleReads()]).toEqual([false, STALE_READS]);
  expect(await readRow(gateway, job_id)).toMatchObject({ row: row("first"), revision: first });
});
