import { z } from "zod";
import { LowerAddress, Network } from "./payment.ts";

/** The USDC of a network: its contract, and the name and version of its EIP-712 domain. Six decimals each. */
interface KnownAsset {
  /** Lower case. */
  asset: string;
  name: string;
  version: string;
}

/** By CAIP-2 id; from Circle's list of contracts, as `@x402/evm` 2.27.0 has them. */
const knownAssets: Readonly<Record<string, KnownAsset>> = {
  "eip155:1": { asset: "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", name: "USD Coin", version: "2" },
  "eip155:8453": { asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", name: "USD Coin", version: "2" },
  "eip155:84532": { asset: "0x036cbd53842c5426634e7929541ec2318f3dcf7e", name: "USDC", version: "2" },
};

/** An EVM address in any case; comes out in lower case. */
export const PayTo = z
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
    asset: PayTo.optional(),
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

/** The chains that may be paid on, as a setting tells them: a JSON array, each network once. */
export const PaymentNetworks = z.string().transform((text, context) => {
  const parsed = z.array(PaymentNetwork).min(1).safeParse(jsonOf(text));
  if (parsed.success && new Set(parsed.data.map(({ network }) => network)).size === parsed.data.length) return parsed.data;
  const problem = parsed.error?.issues.find(({ code }) => code === "custom")?.message;
  context.addIssue({ code: "custom", message: problem ?? (parsed.success ? "each network may stand once" : NETWORKS) });
  return z.NEVER;
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
