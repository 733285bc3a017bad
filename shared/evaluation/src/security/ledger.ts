import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, getAddress, type Hex, numberToHex, slice } from "viem";
import { z } from "zod";

/** A local chain under our hands: anyone may be impersonated, anything undone. */
export interface Ledger {
  request: (method: string, params: unknown[]) => Promise<unknown>;
  /** Sends as anyone; answers the created address, or true. Undefined: it reverted. */
  send: (transaction: { from: Address; to?: Address; data?: Hex; value?: bigint }) => Promise<Address | true | undefined>;
  /** Whoever received a token, by its Transfer logs. */
  receivers: (token: Address) => Promise<Address[]>;
  /** Calls a function as anyone. Undefined: it reverted, or the answer does not fit. */
  read: (to: Address, abi: Abi, call: { functionName: string; args?: readonly unknown[] }) => Promise<unknown>;
  /** Sends a function call as anyone; false: it reverted. */
  write: (
    from: Address,
    to: Address,
    call: { abi: Abi; functionName: string; args?: readonly unknown[]; value?: bigint },
  ) => Promise<boolean>;
}

const GAS = "0x1c9c380";
const RICH = "0xd3c21bcecceda1000000";
const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const Receipt = z.object({ status: z.string(), contractAddress: z.custom<Address>((value) => typeof value === "string").nullish() });
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const Bytes = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"));

const Logs = z.array(z.object({ topics: z.array(Bytes) }));

/** Opens the chain behind a JSON-RPC endpoint of an anvil. */
export function openLedger(rpcUrl: string): Ledger {
  const request = async (method: string, params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { result, error } = Answer.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const send: Ledger["send"] = async ({ value, ...transaction }) => {
    try {
      await request("anvil_impersonateAccount", [transaction.from]);
      await request("anvil_setBalance", [transaction.from, RICH]);
      const fields = { ...transaction, gas: GAS, ...(value === undefined ? {} : { value: numberToHex(value) }) };
      const { status, contractAddress } = Receipt.parse(await request("eth_sendTransactionSync", [fields]));
      return status === "0x1" ? (contractAddress ?? true) : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    request,
    send,
    receivers: async (token) => {
      const logs = Logs.parse(await request("eth_getLogs", [{ address: token, topics: [TRANSFER], fromBlock: "0x0", toBlock: "latest" }]));
      return [...new Set(logs.flatMap(({ topics: [, , to] }) => (to === undefined ? [] : [getAddress(slice(to, 12))])))];
    },
    read: async (to, abi, { functionName, args = [] }) => {
      try {
        const data = Bytes.parse(await request("eth_call", [{ to, data: encodeFunctionData({ abi, functionName, args }) }, "latest"]));
        return decodeFunctionResult({ abi, functionName, data });
      } catch {
        return undefined;
      }
    },
    write: async (from, to, { abi, functionName, args = [], value }) => {
      const data = encodeFunctionData({ abi, functionName, args });
      return (await send({ from, to, data, ...(value === undefined ? {} : { value }) })) !== undefined;
    },
  };
}
