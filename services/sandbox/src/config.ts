import { z } from "zod";

const port = (what: string) => z.coerce.number().int().min(0).max(65_535).default(0).describe(`the port of ${what}; 0 takes any free one`);

/** The sandbox's own environment. */
export const Config = z.object({
  SANDBOX_EVM_PORT: port("the EVM node of chain 1"),
  SANDBOX_WEB_PORT: port("everything else: Solana, the other EVM chains and the HTTP providers"),
  SANDBOX_EXAMPLES_FILE: z.string().min(1).optional().describe("where the tokens to try are written, as a JSON array"),
  SANDBOX_PAYMENTS_FILE: z.string().min(1).optional().describe("where the chain that payments are made on is kept over restarts"),
});
