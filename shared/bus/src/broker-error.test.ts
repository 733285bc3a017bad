import { JetStreamApiError } from "@nats-io/jetstream";
import { expect, test } from "vitest";
import { brokerError, isConflict, isUndecided } from "./broker-error.ts";
import { BrokerUnreachableError } from "./errors.ts";

const refused = (err_code: number, description: string) => new JetStreamApiError({ code: 400, err_code, description });

test("a write that meets one without a majority is not done: nothing is known about it", () => {
  const undecided = refused(10164, "wrong last sequence");
  expect(isUndecided(undecided)).toBe(true);
  expect(brokerError(undecided, "gateway", "publish request")).toBeInstanceOf(BrokerUnreachableError);
});

test("a write that meets a stored one is done", () => {
  const done = refused(10071, "wrong last sequence: 7");
  expect([isConflict(done), isUndecided(done)]).toEqual([true, false]);
});
