import { readConfig } from "@token-sentiment/runtime";
import { z } from "zod";
import { Config } from "./config.ts";
import { endpointProblem, listingOf } from "./discovery/listing.ts";
import { usdOf } from "./payments/terms.ts";

const { GATEWAY_PUBLIC_URL, GATEWAY_X402_PRICE } = Config.shape;

const { GATEWAY_PUBLIC_URL: url = "http://127.0.0.1:8080", GATEWAY_X402_PRICE: price } = readConfig(
  z.object({ GATEWAY_PUBLIC_URL, GATEWAY_X402_PRICE }),
);
const listing = listingOf(url, usdOf(price));
const text = Object.entries(listing).map(([name, value]) => (value.includes("\n") ? `${name}:\n${value}` : `${name}: ${value}`));
process.stdout.write(process.argv.includes("--json") ? `${JSON.stringify(listing)}\n` : `${text.join("\n")}\n`);
const problem = endpointProblem(listing.endpoint);
if (problem !== undefined) process.stderr.write(`GATEWAY_PUBLIC_URL is ${url}: ${problem}\n`);
