import { expect, test } from "vitest";
import { suggestRange } from "./suggest-range.ts";

const range = { from: 1_000_000n, to: 1_099_999n };

// sentences of public endpoints, as recorded (upstreams.md §7)
test.each([
  [-32_701, "exceed maximum block range: 50000", 50_001n],
  [0, "eth_getLogs is limited to a 10,000 range", 10_001n],
  [-32_000, "eth_getLogs is limited to a 1000 blocks range", 1_001n],
  [-32_005, "query returned more than 10000 results. Try with this block range [0xf4240, 0xf4300].", 193n],
])("%i %s: no more than it grants is asked for", (code, message, atMost) => {
  const suggested = suggestRange({ code, message }, range);
  expect(suggested).toBeGreaterThan(0n);
  expect(suggested).toBeLessThanOrEqual(atMost);
});

test("a sentence that names no range suggests none", () => {
  expect(suggestRange({ code: -32_005, message: "query timeout exceeded" }, range)).toBeUndefined();
});
