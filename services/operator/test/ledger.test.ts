import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { openPayments, type Payments as Records } from "@token-sentiment/bus";
import { paymentKey, type PaymentRecord } from "@token-sentiment/contract";
import { type Payments as Chain, startPayments } from "@token-sentiment/sandbox";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { x402Client } from "@x402/core/client";
import { HTTPFacilitatorClient } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm";
import { createWalletClient, getAddress, http, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

const MAIN = new URL("../src/ledger.ts", import.meta.url).pathname;
const stack = new AsyncDisposableStack();
let broker: TestBroker;
let chain: Chain;
let records: Records;
let payTo: string;
beforeAll(async () => {
  broker = stack.use(await startBroker());
  chain = stack.use(await startPayments());
  records = await openPayments(await broker.open("gateway"));
});
afterAll(() => stack.disposeAsync());
// a test of its own is an address of its own
beforeEach(() => {
  payTo = privateKeyToAccount(generatePrivateKey()).address;
});

/** `npm run ledger -- ...` as a process of its own. */
async function ledger(...args: string[]) {
  const env = {
    PATH: process.env["PATH"],
    NATS_URL: broker.url,
    NATS_NKEY_SEED_FILE: broker.seedFile("operator"),
    GATEWAY_X402_PAY_TO: payTo,
    GATEWAY_X402_NETWORKS: JSON.stringify([{ network: chain.network, rpc_urls: [chain.rpcUrl] }]),
  };
  const child = spawn(process.execPath, [MAIN, ...args], { env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: Number(code), lines: out.trimEnd().split("\n"), out, err };
}

/** Moves money as a client and the facilitator do; what the gateway would have recorded of it. */
async function pay(amount = "20000", key = chain.payer.privateKey): Promise<PaymentRecord> {
  const account = privateKeyToAccount(key);
  const extra = { name: "USDC", version: "2" };
  const terms = { scheme: "exact", network: chain.network, asset: chain.asset, amount, payTo, maxTimeoutSeconds: 60, extra };
  const client = new x402Client().register("eip155:*", new ExactEvmScheme(account));
  const payment = await client.createPaymentPayload({ x402Version: 2, resource: { url: "http://127.0.0.1/" }, accepts: [terms] });
  const { transaction } = await new HTTPFacilitatorClient({ url: chain.facilitatorUrl }).settle(payment, terms);
  const { authorization } = payment.payload as { authorization: { nonce: string; validBefore: string } };
  return {
    state: "published",
    network: chain.network,
    asset: chain.asset.toLowerCase(),
    payer: account.address.toLowerCase(),
    nonce: authorization.nonce,
    pay_to: payTo.toLowerCase(),
    amount,
    valid_before: Number(authorization.validBefore),
    since_block: 0,
    reserved_at: Date.now(),
    settled_at: Date.now(),
    tx: transaction,
    caller: `payer:${account.address.toLowerCase()}`,
    request_id: "r",
    request: { coin_symbol: "OAK", chain_id: "1" },
    jobs: [{ job_id: crypto.randomUUID(), published_at: Date.now() }],
  };
}

test("a day whose money is all recorded is one line a payer, and agrees", async () => {
  const other = generatePrivateKey();
  await chain.fund(privateKeyToAccount(other).address, 1_000_000n);
  for (const key of [chain.payer.privateKey, other, chain.payer.privateKey]) await records.create(await pay("20000", key));
  const failed = await pay("20000", other);
  await records.create({ ...failed, state: "failed" });
  const { code, lines } = await ledger();
  expect(lines.slice(1)).toEqual([
    "payer\tpayments\tUSD\tjobs\treruns due\towed",
    ...[chain.payer.address, privateKeyToAccount(other).address]
      .map((address, at) => `${address.toLowerCase()}\t2\t0.040000\t2\t${at}\t0`)
      .toSorted(),
    "total\t4\t0.080000",
    "records and chain agree",
  ]);
  expect(code).toBe(0);
  const json = JSON.parse((await ledger("--json")).out);
  expect(json.networks).toEqual([expect.objectContaining({ payments: 4, revenue: "80000", differences: [] })]);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect((await ledger("--day", yesterday)).lines.slice(2)).toEqual(["total\t0\t0.000000", "records and chain agree"]);
});

test("money that nobody recorded, by authorization or by a plain transfer, is told, and nothing that moved nothing", async () => {
  const { nonce, tx } = await pay();
  const account = privateKeyToAccount(chain.payer.privateKey);
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) });
  const abi = parseAbi(["function transfer(address to, uint256 value)"]);
  for (const value of [5n, 0n])
    await wallet.writeContract({ address: chain.asset, abi, functionName: "transfer", args: [getAddress(payTo), value], chain: null });
  const { code, lines } = await ledger();
  expect(code).toBe(2);
  const parted = lines.filter((line) => line.startsWith("PARTED"));
  expect(parted).toHaveLength(2);
  expect(parted[0]).toContain(`money without a record\tpayer ${account.address.toLowerCase()}\tnonce ${nonce}\ton chain 20000 in ${tx}`);
  expect(parted[1]).toContain("nonce -\ton chain 5 in 0x");
});

test("records that say more, less or other than the chain are told, each as what it is", async () => {
  const wrong: [string, Partial<PaymentRecord>][] = [
    ["another amount than recorded", { amount: "10000" }],
    ["another transaction than recorded", { tx: `0x${"1".repeat(64)}` }],
    ["money that its record does not know", { state: "settling", reserved_at: Date.now() - 3_600_000, settled_at: undefined }],
  ];
  for (const [, part] of wrong) await records.create({ ...(await pay()), ...part });
  // on its way: not yet a difference
  const { settled_at: _, ...open } = await pay();
  await records.create({ ...open, state: "settling" });
  // a facilitator that lied
  await records.create({ ...(await pay("0")), amount: "20000" });
  const { code, lines } = await ledger();
  const meanings = lines.flatMap((line) => (line.startsWith("PARTED") ? [line.split("\t")[1]] : []));
  expect(meanings).toEqual([...wrong.map(([meaning]) => meaning), "a record without its money"]);
  expect(lines.at(-1)).toBe("records and chain part in 4");
  expect(code).toBe(2);
});

test("money is found for a record that was settled later than its day, and one whose authorization moved nothing has none", async () => {
  const paid = await pay();
  const empty = await pay("0");
  await records.create({ ...paid, settled_at: Date.now() - 86_400_000 });
  await records.create({ ...empty, amount: "20000", settled_at: Date.now() - 86_400_000 });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { lines } = await ledger("--day", yesterday);
  const parted = lines.filter((line) => line.startsWith("PARTED"));
  expect(parted).toEqual([expect.stringContaining(`a record without its money\tpayer ${empty.payer}\tnonce ${empty.nonce}`)]);
  expect(await records.get(paymentKey(paid))).toBeDefined();
});

test("a chain that cannot be read is a sentence and exit code 1, never an empty day", async () => {
  const env = { NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile("operator"), GATEWAY_X402_PAY_TO: payTo };
  const networks = JSON.stringify([{ network: chain.network, rpc_urls: ["http://127.0.0.1:9"] }]);
  const child = spawn(process.execPath, [MAIN], { env: { ...env, GATEWAY_X402_NETWORKS: networks } });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  expect([out, err, code]).toEqual(["", "no node answers eth_getBlockByNumber\n", 1]);
});
