import { expect, test } from "vitest";
import { withoutOpenGates } from "./gate.ts";
import { perPower, type Power } from "./judge.ts";

const clear = perPower((): Power => ({ status: "clear", tried: 1, untried: 0 }));
const open: Power = { status: "hit", from: 0, proven: [{ by: "owner", selector: "0xc9567bf9", arguments: "", reached: 0, gained: false }] };
const gate = { ...clear, open };

test("where sales work, at once or after a while, no gate is closed", () => {
  for (const pattern of ["always", "not at first"] as const) {
    expect(withoutOpenGates(gate, { kind: "agreed", pattern, by: "x" }).open.status).toBe("clear");
  }
});

test("where they do not, or where that is disputed, the gate stands", () => {
  expect(withoutOpenGates(gate, { kind: "agreed", pattern: "never", by: "x" }).open.status).toBe("hit");
  expect(withoutOpenGates(gate, { kind: "no purchase" }).open.status).toBe("hit");
  expect(withoutOpenGates(gate, { kind: "disputed", pattern: "always", by: "x", contradicted: true }).open.status).toBe("hit");
});
