import type { z } from "zod";
import { UnavailableError } from "./errors.ts";
import { parseJson } from "./parse-json.ts";

/** A provider's body as the schema reads it. @throws UnavailableError naming the provider and the field that did not fit, never the body. */
export async function parseAnswer<S extends z.ZodType>(name: string, body: string, schema: S): Promise<z.infer<S>> {
  let value: unknown;
  try {
    value = await parseJson(body);
  } catch {
    // The parser's own message quotes the body.
    throw new UnavailableError(`${name} sent something that is not JSON`);
  }
  return fitting(name, value, schema);
}

/** A provider's value, or its plain text, as the schema reads it. Throws like `parseAnswer`. */
export function fitting<S extends z.ZodType>(name: string, value: unknown, schema: S): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map((key) => String(key).replaceAll(/\W/g, "?").slice(0, 24)).join(".");
  throw new UnavailableError(`${name} sent an answer of another shape: ${path.slice(0, 96) || "(root)"} ${issue?.code ?? ""}`);
}
