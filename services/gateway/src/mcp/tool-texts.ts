import { z } from "zod";

/** Told to a model when it connects: how the three tools belong together. */
export const INSTRUCTIONS = [
  "Says whether the panic about a crypto token is a real crash, false FUD or a whale's manipulation, from independent evidence.",
  "1. submit_token_analysis starts an analysis and answers a job_id. 2. get_token_analysis waits for its verdict: call it again with the same job_id while the status is pending or running.",
  "3. explain_token_analysis tells which evidence moved the verdict.",
  "Make up one request_id for each analysis that the user asks for, and use the very same request_id whenever you call submit_token_analysis again for it, e.g. after an error or a time-out: that never starts or charges a second analysis. A new request_id is a new, charged analysis.",
  "INSUFFICIENT_DATA means that too little is known; it never means that a token is safe. Nothing here is financial advice: say so when you pass a verdict on.",
].join("\n");

const chains = z
  .enum(["1", "56", "8453", "solana"])
  .optional()
  .describe('The chain of the contract: "1" Ethereum (default), "56" BNB Smart Chain, "8453" Base, "solana".');

/** The three tools: what a model reads of them, and what they take. */
export const tools = {
  submit_token_analysis: {
    title: "Start a token analysis",
    description:
      "Starts an analysis of one crypto token and answers its job_id at once; then call get_token_analysis. Safe to repeat: if this call fails, times out or you do not see its answer, call it again with exactly the same arguments, above all the same request_id, and you get the same job at no further cost.",
    inputSchema: {
      request_id: z
        .string()
        .min(1)
        .max(128)
        .describe(
          "Names this analysis: make up a UUID when the user asks for one, and send the same value on every retry of it. Never make up another one to get around an error.",
        ),
      coin_symbol: z.string().min(1).max(64).describe("The ticker, e.g. PEPE."),
      contract_address: z
        .string()
        .max(64)
        .optional()
        .describe(
          "The token's contract, if known: 0x and 40 hex digits, or base58 on Solana. Without it the most likely contract of the symbol is looked up.",
        ),
      chain_id: chains,
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  get_token_analysis: {
    title: "Wait for a token analysis",
    description:
      "Waits for the end of an analysis, up to 25 seconds, and answers its state: completed with the verdict, failed, or still pending or running. While it is pending or running call this again with the same job_id; do not submit again. Every analysis ends within 150 seconds.",
    inputSchema: {
      job_id: z.string().describe("From submit_token_analysis."),
      wait_seconds: z.number().int().min(0).max(25).optional().describe("How long to wait for the end; 20 when left out."),
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  explain_token_analysis: {
    title: "Explain a token analysis",
    description:
      "Tells why a finished analysis ended as it did: the probabilities before and after all evidence, the observations that moved them most (counted: log-likelihood added to each scenario, in nats), which engines answered, how the confidence came about, and the rule that decided.",
    inputSchema: {
      job_id: z.string().describe("Of an analysis that is completed or failed."),
      lines: z
        .number()
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe("How many observations to tell, those that moved most first; 12 when left out."),
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
} as const;
