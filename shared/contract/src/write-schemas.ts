/** `npm run schemas`: writes the JSON Schemas of the messages and asyncapi.json, for readers in other languages, and what tells quickly that a fact fits. Tests hold the files to the code. */
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { asyncApi } from "./asyncapi.ts";
import { Evidence } from "./evidence.ts";
import { fitsCode } from "./write-fits.ts";
import { JobRow } from "./job.ts";
import { Presence } from "./presence.ts";
import { Request } from "./request.ts";
import { Token } from "./token.ts";

for (const [name, schema] of Object.entries({
  request: Request,
  token: Token,
  evidence: Evidence,
  "job-row": JobRow,
  presence: Presence,
})) {
  const json = JSON.stringify(z.toJSONSchema(schema, { io: "input" }), null, 2);
  writeFileSync(new URL(`../schemas/${name}.json`, import.meta.url), `${json}\n`);
}
writeFileSync(new URL("../asyncapi.json", import.meta.url), `${JSON.stringify(asyncApi(), null, 2)}\n`);
writeFileSync(new URL("../schemas/fits.js", import.meta.url), fitsCode());
