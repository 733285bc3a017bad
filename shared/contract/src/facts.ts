import { z } from "zod";
import { evidence, request, token } from "../schemas/fits.js";
import { Evidence } from "./evidence.ts";
import { Request } from "./request.ts";
import { Token } from "./token.ts";

const schemas = { request: Request, token: Token, evidence: Evidence } as const;
const fits = { request, token, evidence } as const;

/** The kinds of fact that the stream holds. */
export type FactKind = keyof typeof schemas;
export type FactValue<K extends FactKind> = z.infer<(typeof schemas)[K]>;

/** The version written today. Fields may be added within a version (readers keep what they do not know); a new meaning is a new version. */
export const FACT_VERSION = 1;

/** The CloudEvents type of a fact: `tsa.evidence.v1`. */
export const factType = (kind: FactKind): string => `tsa.${kind}.v${FACT_VERSION}`;

/** A fact of a version that this reader does not know. */
export class UnknownVersionError extends Error {
  constructor(kind: FactKind, type: string | undefined) {
    super(`cannot read a ${kind} of type ${JSON.stringify(type ?? "")}: this service reads ${factType(kind)}`);
    this.name = "UnknownVersionError";
  }
}

/** A fact that is not what its version promises. Carries no part of the value. */
export class MalformedFactError extends Error {
  constructor(kind: FactKind, error: z.ZodError) {
    super(`malformed ${kind}: ${error.issues.map((issue) => `${issue.path.join(".") || "(root)"} ${issue.message}`).join("; ")}`, {
      cause: error,
    });
    this.name = "MalformedFactError";
  }
}

/**
 * A fact as its schema gives it back. Nearly all fit as they are, which generated code tells for a fifth of what the schema takes.
 * @throws z.ZodError when it does not fit.
 */
export function checkFact<K extends FactKind>(kind: K, value: unknown): FactValue<K> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- told by the schema of this very kind
  return (fits[kind](value) ? value : schemas[kind].parse(value)) as FactValue<K>;
}

/**
 * Reads a fact off the broker. Fields of a later minor version are kept.
 * @throws UnknownVersionError when its type is of another version; MalformedFactError when the value does not fit.
 */
export function parseFact<K extends FactKind>(kind: K, stored: { type?: string | undefined; value: unknown }): FactValue<K> {
  if (stored.type !== factType(kind)) throw new UnknownVersionError(kind, stored.type);
  try {
    return checkFact(kind, stored.value);
  } catch (error) {
    throw error instanceof z.ZodError ? new MalformedFactError(kind, error) : error;
  }
}
