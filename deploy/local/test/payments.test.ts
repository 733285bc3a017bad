import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseEnv, promisify } from "node:util";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { createPublicClient, getAddress, http, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Constellation, startConstellation } from "../src/index.ts";
import { PAYER_KEY } from "../src/local-payments.ts";

const USDC = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
const dataDir = mkdtempSync(join(tmpdir(), "tsa-paid-"));
const stack = new AsyncDisposableStack();
let local: Constellation;
beforeAll(async () => {
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  local = stack.use(await startConstellation({ dataDir }));
});
afterAll(() => stack.disposeAsync());

/** Where the operator's commands find what they need. */
const operator = (): NodeJS.Dict<string> => parseEnv(readFileSync(join(dataDir, "operator.env"), "utf8"));

const Accepted = z.object({ poll_url: z.string() });
const FIRST = { coin_symbol: "OAK" };
const headers = { "content-type": "application/json", "x-demo-fingerprint": "device-that-pays" };
const submit = (fetching: typeof fetch, body: object) =>
  fetching(`${local.url}/api/agent`, { method: "POST", headers, body: JSON.stringify(body) });

/** What the payee has on chain, in millionths of a USDC. */
async function paid(): Promise<bigint> {
  const { GATEWAY_X402_PAY_TO: payTo = "", GATEWAY_X402_NETWORKS: networks = "" } = operator();
  const abi = parseAbi(["function balanceOf(address) view returns (uint256)"]);
  const chain = createPublicClient({ transport: http(JSON.parse(networks)[0].rpc_urls[0]) });
  return chain.readContract({ address: USDC, abi, functionName: "balanceOf", args: [getAddress(payTo)] });
}

test("a device whose demo calls are used up pays with a public client, and polls to the verdict", async () => {
  for (let call = 0; call < 2; call += 1) expect((await submit(fetch, FIRST)).status).toBe(202);
  const client = new ExactEvmScheme(privateKeyToAccount(PAYER_KEY));
  const paying = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: "eip155:*", client }] });
  const before = await paid();
  const response = await submit(paying, FIRST);
  expect(response.status).toBe(202);
  const receipt = decodePaymentResponseHeader(response.headers.get("payment-response") ?? "");
  expect(receipt).toMatchObject({ success: true, network: "eip155:84532", transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  expect((await paid()) - before).toBe(20_000n);
  const { poll_url } = Accepted.parse(await response.json());
  const job = async () => (await fetch(`${local.url}${poll_url}?wait=20`)).json();
  await expect.poll(job, { timeout: 50_000 }).toMatchObject({ status: "completed", payload: { coin_symbol: "OAK" } });
});

test("npm run pay buys one analysis", async () => {
  const before = await paid();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["deploy/local/src/pay.ts", "OAK", "--url", local.url], {
    cwd: resolve(import.meta.dirname, "../../.."),
  });
  expect(stderr).toMatch(/^0x\w{40} paid in transaction 0x[0-9a-f]{64}\n$/);
  expect(JSON.parse(stdout)).toMatchObject({ status: "completed", payload: { coin_symbol: "OAK" } });
  expect((await paid()) - before).toBe(20_000n);
});

test("the ledger of the day knows who paid, and agrees with the chain", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["services/operator/src/ledger.ts"], {
    cwd: resolve(import.meta.dirname, "../../.."),
    env: { ...process.env, ...operator() },
  });
  expect(stdout.trimEnd().split("\n").slice(2)).toEqual([
    `${privateKeyToAccount(PAYER_KEY).address.toLowerCase()}\t2\t0.040000\t2\t0\t0`,
    "total\t2\t0.040000",
    "records and chain agree",
  ]);
});
