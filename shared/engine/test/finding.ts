import type { Signal } from "@token-sentiment/contract";

/** A signal of no further interest. */
export const finding = (code = "honeypot"): Signal => ({
  code,
  label: "SECURITY",
  text: "sells revert",
  status: "hit",
  weights: { real_crash: 3, false_fud: -3, whale_manipulation: 0 },
  reliability: 1,
  source: "test",
  observed_at: 1,
  values: {},
});
