import { type Address, address, isAddress } from "@solana/kit";
import type { LiteSVM } from "litesvm";
import { z } from "zod";
import { type Answer, notFound, type Provider } from "../web/provider.ts";
import { holdingsOf } from "./holdings.ts";
import { SLOTS_PER_EPOCH, type SvmLedger } from "./svm-ledger.ts";

const Item = z.object({ id: z.union([z.number(), z.string()]), method: z.string(), params: z.array(z.unknown()).default([]) });
type Item = z.infer<typeof Item>;
const Slice = z.object({ dataSlice: z.object({ offset: z.int(), length: z.int() }).optional() }).optional();

const ACCOUNTS_MAX = 100;
const LARGEST = 20;
type Operator = "mainnet" | "publicnode" | "keyed";
const OPERATORS: Record<string, Operator> = { "/": "mainnet", "/publicnode": "publicnode", "/keyed": "keyed" };
const invalid = (message: string) => ({ error: { code: -32_602, message } });
const addressOf = (value: unknown): Address | undefined => (typeof value === "string" && isAddress(value) ? address(value) : undefined);

/** An account as JSON-RPC shows it; null when there is none. */
function shown(svm: LiteSVM, at: Address, options: unknown) {
  const account = svm.getAccount(at);
  if (!account.exists) return null;
  const slice = Slice.safeParse(options).data?.dataSlice;
  const data = slice ? account.data.slice(slice.offset, slice.offset + slice.length) : account.data;
  return {
    lamports: account.lamports,
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: 2n ** 64n - 1n,
    space: account.data.length,
    data: [Buffer.from(data).toString("base64"), "base64"],
  };
}

/**
 * The Solana node, as three operators show it: `/` answers like api.mainnet-beta.solana.com, `/publicnode` like publicnode.com.
 * Both give single accounts away and refuse whoever asks for holders, each in its own words. `/keyed` is one that takes money and tells.
 */
export function solanaRpc({ svm, slot }: SvmLedger): Provider {
  const context = { apiVersion: "3.0.0", slot };
  const largest = (of: unknown): object => {
    const mint = addressOf(of);
    const account = mint && svm.getAccount(mint);
    if (!mint || !account?.exists) return invalid("Invalid param: could not find account");
    const holdings = holdingsOf(svm, { mint, program: account.programAddress }).slice(0, LARGEST);
    return {
      result: { context, value: holdings.map((one) => ({ address: one.account, amount: String(one.amount), decimals: account.data[44] })) },
    };
  };
  const respond = ({ method, params }: Item, operator: Operator): object => {
    switch (method) {
      case "getAccountInfo": {
        const at = addressOf(params[0]);
        return at ? { result: { context, value: shown(svm, at, params[1]) } } : invalid("Invalid param: Invalid");
      }
      case "getMultipleAccounts": {
        const asked = z.array(z.unknown()).safeParse(params[0]).data ?? [];
        if (asked.length > ACCOUNTS_MAX) return invalid(`Too many inputs provided; max ${ACCOUNTS_MAX}`);
        const all = asked.map(addressOf).filter((at) => at !== undefined);
        if (all.length < asked.length) return invalid("Invalid param: Invalid");
        return { result: { context, value: all.map((at) => shown(svm, at, params[1])) } };
      }
      case "getEpochInfo":
        return {
          result: {
            absoluteSlot: slot,
            blockHeight: slot - 22_000_000n,
            epoch: slot / SLOTS_PER_EPOCH,
            slotIndex: slot % SLOTS_PER_EPOCH,
            slotsInEpoch: SLOTS_PER_EPOCH,
            transactionCount: 1,
          },
        };
      case "getTokenLargestAccounts":
        if (operator === "keyed") return largest(params[0]);
        return operator === "mainnet"
          ? { error: { code: 429, message: "Too many requests for a specific RPC call" } }
          : invalid("Request blocked");
      case "getProgramAccounts":
        return {
          error: {
            code: -32_010,
            message: `${addressOf(params[0]) ?? ""} excluded from account secondary indexes; this RPC method unavailable for key`,
          },
        };
      default:
        return { error: { code: -32_601, message: "Method not found" } };
    }
  };

  return {
    name: "solana",
    answer({ method, path, body }): Answer {
      const operator = OPERATORS[path];
      if (method !== "POST" || operator === undefined) return notFound;
      const calls = z.array(Item).safeParse(Array.isArray(body) ? body : [body]).data;
      if (!calls) return { json: { jsonrpc: "2.0", error: { code: -32_700, message: "Parse error" }, id: null } };
      const answers = calls.map((call) => ({ jsonrpc: "2.0", ...respond(call, operator), id: call.id }));
      const refused = operator === "mainnet" && calls.some((call) => call.method === "getTokenLargestAccounts");
      return {
        status: refused ? 429 : 200,
        headers: { "content-type": "application/json", ...(refused && { "retry-after": "10" }) },
        text: write(Array.isArray(body) ? answers : answers[0]),
      };
    },
  };
}

/** JSON with u64 numbers in full, as nodes write it. */
const write = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `u64:${item}` : item)).replaceAll(/"u64:(\d+)"/g, "$1");
