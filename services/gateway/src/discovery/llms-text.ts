import type { Operation } from "../operation.ts";
import type { PaymentTerms } from "../payments/terms.ts";
import { about, exampleCurl } from "./about.ts";

/** What a text for models is made of. */
export interface LlmsOptions {
  /** Where clients reach the service. */
  url: string;
  operations: readonly Operation[];
  /** Undefined when payments are off. */
  terms: PaymentTerms | undefined;
}

/** Files of the console are for its page alone, and each page tells of itself. */
const isOfInterest = ({ page }: Operation): boolean => page === undefined;
const isDocument = ({ method, path, keyed }: Operation): boolean => method === "get" && !path.includes("{") && keyed === undefined;

/** `/llms.txt`: what a model needs to use the service, in the form of llmstxt.org. Every route that it names is one of `operations`. */
export function llmsText({ url, operations, terms }: LlmsOptions): string {
  const told = operations.filter(isOfInterest);
  const calls = told
    .filter((one) => !isDocument(one))
    .map(({ method, path, summary }) => `- \`${method.toUpperCase()} ${path}\`: ${summary}`);
  const documents = told.filter(isDocument).map(({ path, summary }) => `- [${path}](${url}${path}): ${summary}`);
  const paying =
    terms === undefined
      ? "Without a key a device has a few calls a week; with one (`Authorization: Bearer KEY`) there is no limit."
      : `Without a key a device has a few calls a week. After that, or at once, a call costs ${terms.priceUsd} USD, paid by x402: a POST without body and identity answers 402 with the terms; send \`PAYMENT-SIGNATURE\` with the request. A key (\`Authorization: Bearer KEY\`) has no limit.`;
  return [
    `# ${about.name}`,
    "",
    `> ${about.summary} ${about.caution}`,
    "",
    "1. Submit: the answer is a 202 with `job_id` and `poll_url`. Send the same `request_id` on every retry: it never starts or charges a second analysis.",
    "",
    "```sh",
    exampleCurl(url),
    "```",
    "",
    `2. Wait: \`GET ${url}\` + \`poll_url\` + \`?wait=25\` until \`status\` is \`completed\` or \`failed\`, at most 150 seconds. \`payload.executable_verdict\` is ACCUMULATE, HOLD, IGNORE_FUD, LIQUIDATE_LONGS or INSUFFICIENT_DATA.`,
    `3. Identify yourself by \`X-Demo-Fingerprint\` (a name that a device makes up and keeps). ${paying}`,
    "",
    `Agents: A2A 1.0 as the card says, or MCP over streamable HTTP at ${url}/mcp.`,
    "",
    ...calls,
    "",
    "## Documents",
    "",
    ...documents,
    "",
  ].join("\n");
}
