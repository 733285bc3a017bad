import { parseArgs } from "node:util";
import { x402Client, x402HTTPClient } from "@x402/core/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { privateKeyToAccount } from "viem/accounts";
import { z } from "zod";
import { PAYER_KEY } from "./local-payments.ts";
import { reasonOf } from "./start-error.ts";

const USAGE = `npm run pay -- SYMBOL [--contract ADDRESS] [--chain ID] [--url URL]

  Buys one analysis as any x402 client does, with the sandbox's own payer, and waits for its verdict.
`;

const Accepted = z.object({ poll_url: z.string() });
const State = z.looseObject({ status: z.string() });

/** What was submitted, in JSON; a sentence when the service took neither it nor the payment. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`the service answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

async function main(): Promise<void> {
  const options = { contract: { type: "string" }, chain: { type: "string" }, url: { type: "string" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [coin_symbol, ...rest] = positionals;
  if (coin_symbol === undefined || rest.length > 0) return void process.stderr.write(USAGE);
  const url = values.url ?? "http://127.0.0.1:8080";
  const account = privateKeyToAccount(PAYER_KEY);
  const client = new x402HTTPClient(new x402Client().register("eip155:84532", new ExactEvmScheme(account)));

  // without a body nobody's demo calls are counted: the answer is what it costs
  const asked = await fetch(`${url}/api/agent`, { method: "POST" });
  if (asked.status !== 402) throw new Error(`the service answered ${asked.status} and asks for no payment`);
  const terms = client.getPaymentRequiredResponse((name) => asked.headers.get(name), await asked.json());
  const payment = client.encodePaymentSignatureHeader(await client.createPaymentPayload(terms));

  const body = JSON.stringify({ coin_symbol, contract_address: values.contract, chain_id: values.chain });
  const headers = { "content-type": "application/json", ...payment };
  const response = await fetch(`${url}/api/agent`, { method: "POST", headers, body });
  const { poll_url } = Accepted.parse(await bodyOf(response));
  const { transaction } = client.getPaymentSettleResponse((name) => response.headers.get(name));
  process.stderr.write(`${account.address} paid in transaction ${transaction}\n`);
  for (;;) {
    const job = State.parse(await bodyOf(await fetch(`${url}${poll_url}?wait=20`)));
    if (job.status === "completed" || job.status === "failed") return void process.stdout.write(`${JSON.stringify(job, undefined, 2)}\n`);
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
