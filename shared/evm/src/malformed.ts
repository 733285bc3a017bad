import { BaseError } from "viem";
import { z } from "zod";

/** Whether an error says that a node's answer was not what the method promises, rather than that we are wrong. */
export const isMalformed = (error: unknown): boolean => error instanceof z.ZodError || error instanceof BaseError;
