import { Branch, Verdict } from "@token-sentiment/contract";
import { z } from "zod";
import json from "../calibration.json" with { type: "json" };

const count = z.int().nonnegative();
const share = z.number().min(0).max(1);
const day = z.iso.date();
const Outcome = z.enum([...Branch.options, "none"]);

/** What forecasts of the three scenarios are worth. */
const ForecastScores = z.strictObject({
  /** Nats. */
  log_loss: z.number().nonnegative(),
  /** 0..2. */
  brier: z.number().min(0).max(2),
  expected_calibration_error: share,
  macro_f1: share,
});

/** How the model's answers compare with what followed, on recorded cases that it was not fitted on, and what these cases are. */
export const CalibrationFigures = z.strictObject({
  model_version: z.string(),
  /** `expert`: nothing in the model was fitted to cases. */
  weights: z.enum(["expert", "fitted"]),
  measured_on: day,
  /** The command that measured it. */
  command: z.string(),
  /** What the figures rest on. `licence`: null where none is stated. */
  data: z.array(
    z.strictObject({
      dataset: z.string(),
      engines: z.array(z.string()),
      licence: z.string().nullable(),
      from: day,
      until: day,
      outcomes: z.array(z.strictObject({ outcome: Outcome, cases: count })),
    }),
  ),
  /** Cases that come after all that anything was fitted on, by time. */
  held_out: z.strictObject({
    from: day,
    /** In which one of the three scenarios followed, and in which none did. */
    cases: count,
    quiet: count,
    /** What was known of the rates of the outcomes before. */
    base_rates: ForecastScores,
    /** The model of `model_version`. */
    shipped: ForecastScores,
    /** The same model fitted anew on what was known before. */
    refitted: ForecastScores,
  }),
  /** Of the likeliest scenario: what probability was told on average, and how often it came. */
  reliability: z.array(z.strictObject({ from: share, to: share, cases: count, told: share, came: share })),
  confusion: z.array(z.strictObject({ outcome: Outcome, dominant_branch: Branch, cases: count })),
  verdicts: z.array(z.strictObject({ outcome: Outcome, executable_verdict: Verdict, cases: count })),
  /** What the figures do not show, in sentences. */
  limits: z.array(z.string()),
});
export type CalibrationFigures = z.infer<typeof CalibrationFigures>;

/** The figures of the shipped model, written by `npm run calibrate -- --figures`. */
export const shippedFigures: CalibrationFigures = CalibrationFigures.parse(json);
