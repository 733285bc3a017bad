import { readFile } from "node:fs/promises";
import { Example } from "@token-sentiment/contract";
import { z } from "zod";
import type { Constellation } from "./constellation.ts";
import { dataFiles } from "./service-plan.ts";

/** A token to try: the first of the sandbox, or a symbol anyone knows. */
async function exampleOf(dataDir: string): Promise<Pick<Example, "coin_symbol"> & Partial<Example>> {
  const text = await readFile(dataFiles(dataDir).examples, "utf8").catch(() => "[]");
  return z.array(Example).parse(JSON.parse(text))[0] ?? { coin_symbol: "ETH" };
}

/** What to read when all is ready: where it is, the key, and commands to copy that submit a token and wait for its verdict, by key and `paid`. */
export async function readyText(
  { url, key, brokerUrl, dataDir }: Constellation,
  { tookMs, paid }: { tookMs: number; paid: boolean },
): Promise<string> {
  const { coin_symbol, contract_address, chain_id } = await exampleOf(dataDir);
  const body = JSON.stringify({ coin_symbol, contract_address, chain_id });
  const auth = `-H 'Authorization: Bearer ${key}'`;
  return `ready in ${(tookMs / 1000).toFixed(1)} s: ${url}  key ${key}  broker ${brokerUrl}  state ${dataDir}

  curl -s ${auth} "${url}$(curl -s ${auth} -H 'Content-Type: application/json' -d '${body}' ${url}/api/agent | sed 's/.*"poll_url":"\\([^"]*\\)".*/\\1/')?wait=20"
${paid ? `  npm run --silent pay -- ${coin_symbol} --contract ${contract_address} --chain ${chain_id} --url ${url}\n` : ""}`;
}
