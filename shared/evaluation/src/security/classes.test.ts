import type { Signal } from "@token-sentiment/contract";
import { expect, test } from "vitest";
import { classesOf } from "./classes.ts";

const signal = (code: string, values: Signal["values"] = {}, status: Signal["status"] = "hit"): Signal => ({
  code,
  label: "SECURITY",
  text: "",
  status,
  weights: { real_crash: 0, false_fud: 0, whale_manipulation: 0 },
  reliability: 1,
  source: "",
  observed_at: 0,
  values,
});

test("only a proven finding puts a contract in a class", () => {
  expect(classesOf([signal("mint")])).toEqual({ Mint: true, Limit: false, Leak: false });
  expect(classesOf([signal("mint", {}, "inconclusive"), signal("block_holder", {}, "clear")])).toEqual({
    Mint: false,
    Limit: false,
    Leak: false,
  });
});

test("a tax is a leak where it drains, and what is taken only where somebody has it then", () => {
  expect(classesOf([signal("raise_tax", { to_bps: 2_499 })]).Leak).toBe(false);
  expect(classesOf([signal("raise_tax", { to_bps: 2_500 })]).Leak).toBe(true);
  expect(classesOf([signal("destroy_balance", { gained: false })]).Leak).toBe(false);
  expect(classesOf([signal("destroy_balance", { gained: true })]).Leak).toBe(true);
});
