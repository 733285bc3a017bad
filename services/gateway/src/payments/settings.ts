import { Amount, LowerAddress, Network } from "@token-sentiment/contract";
import { z } from "zod";
import { knownAssets } from "./known-assets.ts";

/** The price of an analysis unless told otherwise: 0.02 USD in millionths. */
const PRICE = "20000";

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "an address of 0x and 40 hex digits is expected")
  .transform((text) => text.toLowerCase())
  .pipe(LowerAddress);
const url = z.url({ protocol: /^https?$/, error: "an http or https URL is expected" });

/** One chain that may be paid on, and in what. */
const PaymentNetwork = z
  .strictObject({
    network: Network,
    /** Where the chain is read: each is asked in turn. */
    rpc_urls: z.array(url).min(1),
    /** Of a network that is not known, or for another asset than its USDC: its address, and its EIP-712 domain. Six decimals, EIP-3009. */
    asset: address.optional(),
    name: z.string().min(1).max(64).optional(),
    version: z.string().min(1).max(16).optional(),
  })
  .transform(({ network, rpc_urls, asset, name, version }, context) => {
    const known = knownAssets[network];
    const told = { asset, name, version };
    const given = Object.values(told).filter((value) => value !== undefined).length;
    if (given === 0 && known) return { network, rpcUrls: rpc_urls, ...known };
    if (asset !== undefined && name !== undefined && version !== undefined) return { network, rpcUrls: rpc_urls, asset, name, version };
    const why = given === 0 ? `the USDC of ${network} is not known here` : "asset, name and version belong together";
    context.addIssue({ code: "custom", message: `${why}: set asset, name and version` });
    return z.NEVER;
  });
export type PaymentNetwork = z.infer<typeof PaymentNetwork>;

const NETWORKS = 'a JSON array like [{"network":"eip155:8453","rpc_urls":["https://…"]}] is expected';

/** The environment of payments: all unset = off. */
export const paymentSettings = {
  GATEWAY_X402_FACILITATOR_URL: url.optional().describe("the x402 facilitator that verifies and settles; unset = no payments"),
  GATEWAY_X402_PAY_TO: address.optional().describe("the address that is paid"),
  GATEWAY_X402_NETWORKS: z
    .string()
    .transform((text, context) => {
      const parsed = z.array(PaymentNetwork).min(1).safeParse(jsonOf(text));
      if (parsed.success && new Set(parsed.data.map(({ network }) => network)).size === parsed.data.length) return parsed.data;
      const problem = parsed.error?.issues.find(({ code }) => code === "custom")?.message;
      context.addIssue({ code: "custom", message: problem ?? (parsed.success ? "each network may stand once" : NETWORKS) });
      return z.NEVER;
    })
    .optional()
    .describe("the chains that may be paid on, with the URLs of nodes that are asked what happened there"),
  GATEWAY_X402_PRICE: Amount.default(PRICE).describe("the price of an analysis in millionths of a dollar"),
};

const NEEDED = ["GATEWAY_X402_FACILITATOR_URL", "GATEWAY_X402_PAY_TO", "GATEWAY_X402_NETWORKS"] as const;

/** Refuses half a configuration: who sets one of the three means to be paid. */
export function wholeOrOff(settings: Partial<Record<(typeof NEEDED)[number], unknown>>, context: z.core.$RefinementCtx): void {
  const unset = NEEDED.filter((name) => settings[name] === undefined);
  if (unset.length === 0 || unset.length === NEEDED.length) return;
  const set = NEEDED.find((name) => settings[name] !== undefined);
  const message = `payments need ${unset.join(" and ")} too, or none of the three`;
  context.addIssue({ code: "custom", path: [String(set)], message, input: settings });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
