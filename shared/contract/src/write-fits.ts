import { Ajv2020 } from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";
import { z } from "zod";
import { Evidence } from "./evidence.ts";
import { Request } from "./request.ts";
import { Token } from "./token.ts";

/**
 * The source of `schemas/fits.js`: for each kind of fact a function that is true only for plain data that its schema would give back as it is. Made by
 * Ajv from the JSON Schemas of the zod ones: 1.5 instead of 6.5 µs for evidence of four signals. What does not fit is left to zod.
 */
export function fitsCode(): string {
  const ajv = new Ajv2020({
    code: { source: true, esm: true },
    // As zod counts: UTF-16 units. The patterns say what the formats do.
    unicode: false,
    validateFormats: false,
    strict: false,
    strictNumbers: true,
    logger: false,
  });
  for (const [kind, schema] of Object.entries({ request: Request, token: Token, evidence: Evidence })) {
    // As given back: where zod drops what it does not know, an unknown member does not fit.
    ajv.addSchema(z.toJSONSchema(schema, { io: "output" }), kind);
  }
  return `// Generated from the schemas by \`npm run schemas\`. Do not edit.\n/* oxlint-disable */\n${standaloneCode.default(ajv, { request: "request", token: "token", evidence: "evidence" })}`;
}
