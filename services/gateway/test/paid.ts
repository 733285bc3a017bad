import { paymentKey, type PaymentRecord } from "@token-sentiment/contract";
import { openPayments } from "@token-sentiment/bus";
import { type Answer, type Call, type Payments, type Provider, startPayments } from "@token-sentiment/sandbox";
import { createTestClient, type Hex, http, toHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { PaymentRequirements, PaymentTerms } from "../src/payments/terms.ts";
import { paymentTermsOf } from "../src/payments/terms.ts";
import { Config } from "../src/config.ts";
import { startGateway, type TestGateway, type TestGatewayOptions } from "./gateway.ts";

/** What stands between the gateway and the real facilitator: told of a call and how to make it, it answers. */
type Fault = (call: Call, pass: () => Answer | Promise<Answer>) => Answer | Promise<Answer>;

/** A real chain, USDC and facilitator, and one gateway that takes payments. */
export interface Paid extends AsyncDisposable {
  payments: Payments;
  gateway: TestGateway;
  terms: PaymentTerms;
  /** What the operator of a gateway in a process of its own sets. */
  env: Record<string, string>;
  /** Puts a fault between gateways and facilitator from here on, or none. */
  fault(fault: Fault | undefined): void;
  /** How often the facilitator was asked to settle. */
  settlings(): number;
  /** Another gateway on the same broker. */
  another(options?: TestGatewayOptions): Promise<TestGateway>;
  /** What the address to pay has received, in prices. */
  received(): Promise<bigint>;
  recordOf(payment: Signed): Promise<PaymentRecord | undefined>;
  /** Moves the chain's clock, and makes a block. */
  passOnChain(seconds: number): Promise<void>;
}

/** Limits that let a test see what takes long in production, on a machine that is busy. */
export const BRIEF = { verifyMs: 3000, settleMs: 2500, leaseMarginMs: 300, patienceMs: 6000, answerMs: 9000 };
const PRICE = 20_000n;

/** Starts them. */
export async function startPaid(options: TestGatewayOptions = {}): Promise<Paid> {
  await using starting = new AsyncDisposableStack();
  let fault: Fault | undefined;
  let settlings = 0;
  const wrap = (facilitator: Provider): Provider => ({
    ...facilitator,
    answer(call) {
      if (call.path === "/settle") settlings++;
      const pass = () => facilitator.answer(call);
      return fault ? fault(call, pass) : pass();
    },
  });
  const payments = starting.use(await startPayments({ wrap }));
  const env = {
    GATEWAY_X402_FACILITATOR_URL: payments.facilitatorUrl,
    GATEWAY_X402_PAY_TO: payments.payTo,
    GATEWAY_X402_NETWORKS: JSON.stringify([{ network: payments.network, rpc_urls: [payments.rpcUrl] }]),
  };
  const terms = paymentTermsOf(Config.parse({ GATEWAY_PEPPER_FILE: "none", ...env }));
  if (!terms) throw new Error("no terms");
  const paying = { reconcileEveryMs: 200, ...options.paying };
  const gateway = starting.use(await startGateway({ ...options, terms, paying }));
  const records = await openPayments(gateway.gateway);
  const before = await payments.balanceOf(payments.payTo);
  const stack = starting.move();
  return {
    payments,
    gateway,
    terms,
    env,
    fault: (next) => void (fault = next),
    settlings: () => settlings,
    another: (more = {}) => startGateway({ ...more, broker: gateway.broker, terms, paying: { ...paying, ...more.paying } }),
    received: async () => ((await payments.balanceOf(payments.payTo)) - before) / PRICE,
    recordOf: async ({ network, asset, from, nonce }) => (await records.get(paymentKey({ network, asset, payer: from, nonce })))?.payment,
    async passOnChain(seconds) {
      const node = createTestClient({ mode: "anvil", transport: http(payments.rpcUrl) });
      await node.increaseTime({ seconds });
      await node.mine({ blocks: 1 });
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** A signed payment, as a client makes it. */
export interface Signed {
  header: Record<string, string>;
  network: string;
  asset: string;
  from: string;
  nonce: string;
}

/** What a client may do otherwise than it is asked. */
export interface Deviation {
  /** Of the authorization. */
  to?: string;
  value?: string;
  validAfter?: number;
  validBefore?: number;
  nonce?: Hex;
  /** Of what it says it accepted. */
  accepted?: Partial<PaymentRequirements>;
  resource?: string;
  /** What the signature is for, where that is not what is sent. */
  signedFor?: { chainId?: number; value?: string; verifyingContract?: string };
  /** Who signs; the one who has money when omitted. */
  privateKey?: Hex;
  from?: string;
}

let count = 0;

/** Signs a payment for the first of the terms. */
export async function sign({ payments, terms }: Pick<Paid, "payments" | "terms">, by: Deviation = {}): Promise<Signed> {
  const [offer] = terms.accepts;
  if (!offer) throw new Error("nothing is accepted");
  const account = privateKeyToAccount(by.privateKey ?? payments.payer.privateKey);
  const nonce = by.nonce ?? toHex(BigInt(Date.now()) * 1_000_000n + BigInt(count++), { size: 32 });
  const now = Math.floor(Date.now() / 1000);
  const authorization = {
    from: by.from ?? account.address,
    to: by.to ?? offer.payTo,
    value: by.value ?? offer.amount,
    validAfter: String(by.validAfter ?? 0),
    validBefore: String(by.validBefore ?? now + offer.maxTimeoutSeconds),
    nonce,
  };
  const hex = (text: string): Hex => text as Hex;
  const fields = { from: "address", to: "address", value: "uint256", validAfter: "uint256", validBefore: "uint256", nonce: "bytes32" };
  const signature = await account.signTypedData({
    domain: {
      ...offer.extra,
      chainId: by.signedFor?.chainId ?? Number(offer.network.split(":")[1]),
      verifyingContract: hex(by.signedFor?.verifyingContract ?? offer.asset),
    },
    types: { TransferWithAuthorization: Object.entries(fields).map(([name, type]) => ({ name, type })) },
    primaryType: "TransferWithAuthorization",
    message: { ...authorization, value: by.signedFor?.value ?? authorization.value },
  });
  const payload = {
    x402Version: 2,
    ...(by.resource === undefined ? {} : { resource: { url: by.resource } }),
    accepted: { ...offer, ...by.accepted },
    payload: { signature, authorization },
  };
  const header = { "payment-signature": Buffer.from(JSON.stringify(payload)).toString("base64") };
  return { header, network: offer.network, asset: offer.asset, from: account.address, nonce };
}

/** What a header of x402 holds. */
export const held = (header: string | null): any => JSON.parse(Buffer.from(header ?? "", "base64").toString() || "null");
