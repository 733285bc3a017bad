import { type Address, type Hex, numberToHex } from "viem";
import { z } from "zod";
import { AddressText, HexText } from "./hex.ts";

/** What a transaction asks for. */
interface Transaction {
  from: Address;
  to?: Address;
  data?: Hex;
  value?: bigint;
}

/** A chain that only we write to: one transaction a block, at times we choose. */
export interface Ledger {
  /** The funded accounts of the fixed mnemonic. */
  accounts: Address[];
  /** Account 0: owns what is deployed. */
  owner: Address;
  /** Lets time pass before the next block, in seconds. */
  pass: (seconds: number) => void;
  /** Mines one transaction, 12 s after the block before it. Throws when it reverts. Answers the address it created, if any. */
  send: (transaction: Transaction) => Promise<Address | undefined>;
  call: (to: Address, data: Hex) => Promise<Hex>;
  request: (method: string, params: unknown[]) => Promise<unknown>;
  /** Mines an empty block at that time, in epoch seconds: the head that readers see. */
  close: (at: number) => Promise<void>;
}

const BLOCK_SECONDS = 12;
const GAS = "0x5b8d80";

const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const Receipt = z.object({ status: z.string(), contractAddress: AddressText.nullish() });

/** Opens a fresh chain whose genesis block has that time, in epoch seconds. */
export async function openLedger(rpcUrl: string, genesisTime: number): Promise<Ledger> {
  let last = genesisTime;
  let gap = 0;

  const request = async (method: string, params: unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
    const { result, error } = Answer.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };

  const nextBlockAt = async (at: number) => {
    last = at;
    gap = 0;
    await request("evm_setNextBlockTimestamp", [at]);
  };

  const accounts = z.tuple([AddressText], AddressText).parse(await request("eth_accounts", []));
  return {
    accounts,
    owner: accounts[0],
    pass: (seconds) => {
      gap += seconds;
    },
    send: async ({ value, ...transaction }) => {
      await nextBlockAt(last + Math.max(gap, BLOCK_SECONDS));
      const fields = { ...transaction, gas: GAS, ...(value === undefined ? {} : { value: numberToHex(value) }) };
      const receipt = Receipt.parse(await request("eth_sendTransactionSync", [fields]));
      if (receipt.status !== "0x1")
        throw new Error(`a transaction of the sandbox reverted: ${transaction.from} to ${transaction.to ?? "a new contract"}`);
      return receipt.contractAddress ?? undefined;
    },
    call: async (to, data) => HexText.parse(await request("eth_call", [{ to, data }, "latest"])),
    request,
    close: async (at) => {
      await nextBlockAt(Math.max(at, last + BLOCK_SECONDS));
      await request("evm_mine", []);
    },
  };
}
