import { z } from "zod";

/** An account as the simulator is given it, its bytes in base64. */
export const SimulatedAccount = z.object({
  address: z.string(),
  program: z.string(),
  data: z.string(),
  executable: z.boolean(),
});
export type SimulatedAccount = z.infer<typeof SimulatedAccount>;

/** What the hook of a mint is called with beyond the transfer itself. */
export const SimulatedHook = z.object({
  program: z.string(),
  /** The program's bytes, base64. */
  code: z.string(),
  /** In the order in which the hook wants them; the account that lists them comes last. */
  extras: z.array(z.object({ address: z.string(), isWritable: z.boolean(), isSigner: z.boolean() })),
  accounts: z.array(SimulatedAccount),
});
export type SimulatedHook = z.infer<typeof SimulatedHook>;

/** One mint, and the epochs in which a transfer of it is tried. */
export const Simulation = z.object({
  mint: SimulatedAccount,
  decimals: z.int(),
  /** In the smallest unit, as a decimal number. */
  amount: z.string(),
  epochs: z.array(z.string()),
  hook: SimulatedHook.optional(),
});
export type Simulation = z.infer<typeof Simulation>;

/** What came of a transfer in one epoch. `error` is the program's number, when it gave one. */
export const Run = z.union([
  z.object({ delivered: z.string().regex(/^\d{1,20}$/) }),
  z.object({ refused: z.enum(["account", "transfer"]), by: z.string().max(64), error: z.int().nonnegative().optional() }),
]);
export type Run = z.infer<typeof Run>;

/** One run for each epoch, in their order; null when the simulator could not try at all. */
export const SimulationAnswer = z.array(Run).max(8).nullable();
