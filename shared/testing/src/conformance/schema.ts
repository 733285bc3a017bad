import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";

const schemas = new URL("../../../contract/schemas/", import.meta.url);

/** What is wrong with `value` by the published JSON Schema of a message, as its author in any language reads it; undefined when it fits. */
export function misfit(message: "evidence" | "presence", value: unknown): string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  const schema: object = JSON.parse(readFileSync(new URL(`${message}.json`, schemas), "utf8"));
  return ajv.validate(schema, value) ? undefined : `it does not fit schemas/${message}.json: ${ajv.errorsText()}`;
}
