import { expect, test } from "vitest";
import { clientNetwork } from "./caller.ts";
import { jobIdOf, parseJobId } from "./job-id.ts";

test("an address stands for the network its client holds", () => {
  expect(clientNetwork("203.0.113.7")).toBe("203.0.113.7");
  expect(clientNetwork("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(clientNetwork("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(clientNetwork("2001:0DB8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(clientNetwork("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(clientNetwork("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(clientNetwork("::1")).toBe("0:0:0:0::/64");
});

test("a job id is a UUIDv8 that only caller, request_id and pepper decide", () => {
  const id = jobIdOf("pepper", "device:a", "1");
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(jobIdOf("pepper", "device:a", "1")).toBe(id);
  expect(
    new Set([id, jobIdOf("pepper", "device:a", "2"), jobIdOf("pepper", "device:b", "1"), jobIdOf("other", "device:a", "1")]).size,
  ).toBe(4);
});

test("what is no UUID names no job", () => {
  expect(parseJobId("8F14E45F-ceea-8167-a5a3-6dedd4bea254")).toBe("8f14e45f-ceea-8167-a5a3-6dedd4bea254");
  for (const bad of ["", "1", "*", ">", "8f14e45f-ceea-8167-a5a3-6dedd4bea25>", " 8f14e45f-ceea-8167-a5a3-6dedd4bea254"])
    expect(parseJobId(bad)).toBeUndefined();
});
