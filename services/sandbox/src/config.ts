import { z } from "zod";

/** The sandbox's own environment. */
export const Config = z.object({
  SANDBOX_EVM_PORT: z.coerce.number().int().min(0).max(65_535).default(0).describe("the port of the EVM node; 0 takes any free one"),
  SANDBOX_EXAMPLES_FILE: z.string().min(1).optional().describe("where the tokens to try are written, as a JSON array"),
});
