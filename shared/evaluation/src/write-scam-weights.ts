import { writeFileSync } from "node:fs";
import { readScams } from "./sybil/janitr.ts";
import { learnScam } from "./sybil/learn-scam.ts";

const data = readScams(process.argv[2] ?? "");
if (!data) throw new Error("usage: node shared/evaluation/src/write-scam-weights.ts FOLDER (of janitr_x_posts, with sample.jsonl.gz)");
const { weights, bias } = learnScam(data.examples);
const scale = Array.from(weights).reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
const packed = Buffer.from(Int8Array.from(weights, (weight) => Math.round(weight / scale)).buffer).toString("base64");
const model = { trainedOn: data.fingerprint, limit: Math.round(data.limit * 100) / 100, bias, scale, weights: packed };
const text = `/** Written by shared/evaluation/src/write-scam-weights.ts from labelled posts of janitrai/janitr (MIT, Copyright (c) Janitr): never by hand. */
export const scamWeights = ${JSON.stringify(model)};
`;
writeFileSync(new URL("../../../services/engine-sybil/src/talk/scam-weights.ts", import.meta.url), text);
