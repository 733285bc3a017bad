import { z } from "zod";

/** A function that bytecode offers to callers, as far as it can be told without source. */
export const BytecodeFunction = z.object({
  /** Eight hex digits, without 0x. */
  selector: z.string().regex(/^[0-9a-f]{8}$/),
  /** Types of its arguments, e.g. `address,uint256`. */
  arguments: z.string().max(512),
  readOnly: z.boolean(),
});
export type BytecodeFunction = z.infer<typeof BytecodeFunction>;

/** What the child answers to each code it is sent: the functions, or that it could not tell. */
export const Reading = z.union([z.array(BytecodeFunction).max(4096), z.null()]);
export type Reading = z.infer<typeof Reading>;
