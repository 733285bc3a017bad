import { Bytes32 } from "@token-sentiment/contract";
import { z } from "zod";
import { PaymentsUnavailableError } from "./refusal.ts";
import type { Rpc } from "./rpc.ts";

/** An authorization and what it is to move. Lower-case hex; the amount in digits. */
interface AuthorizedTransfer {
  asset: string;
  payer: string;
  nonce: string;
  pay_to: string;
  amount: string;
}

/**
 * What became of an authorization. `unused` as of a block of that `time` (epoch seconds); `paid` by the transaction `tx`;
 * `elsewhere`: cancelled, or used for another transfer with the same nonce, so that it can never pay.
 */
export type Fate = { is: "unused"; time: number } | { is: "paid"; tx: string } | { is: "elsewhere" };

/** One chain, as a payment needs it. Every method throws PaymentsUnavailableError. */
export interface Chain {
  /** The newest block, its time in epoch seconds, and whether the authorization is used as of it. */
  look(transfer: Pick<AuthorizedTransfer, "asset" | "payer" | "nonce">): Promise<{ block: number; time: number; used: boolean }>;
  /** What became of an authorization that was unused at block `since`. */
  fateOf(transfer: AuthorizedTransfer, since: number): Promise<Fate>;
}

/** Selector of `authorizationState(address,bytes32)` (EIP-3009). */
const AUTHORIZATION_STATE = "0xe94a0102";
/** Topics of `AuthorizationUsed(address,bytes32)`, `AuthorizationCanceled(address,bytes32)` and `Transfer(address,address,uint256)`. */
const USED = "0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5";
const CANCELED = "0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81";
const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const Quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,13}$/i)
  .transform((hex) => Number.parseInt(hex, 16));
const lower = z.string().transform((text) => text.toLowerCase());
const Block = z.object({ number: Quantity, timestamp: Quantity });
const Word = lower.pipe(Bytes32);
const Log = z.object({ address: lower, topics: z.array(Word), data: lower, logIndex: Quantity, transactionHash: Word });
const Receipt = z.object({ logs: z.array(Log) });

const SPAN = 5000;
const quantity = (n: number): string => `0x${n.toString(16)}`;
const word = (hex: string): string => `0x${hex.replace(/^0x/, "").padStart(64, "0")}`;

/** Reads a chain. */
export function createChain(rpc: Rpc): Chain {
  async function ask<T>(schema: z.ZodType<T>, method: string, params: readonly unknown[]): Promise<T> {
    const parsed = schema.safeParse(await rpc(method, params));
    if (!parsed.success) throw new PaymentsUnavailableError(`a node answers ${method} with something else`, { cause: parsed.error });
    return parsed.data;
  }

  async function look({ asset, payer, nonce }: Pick<AuthorizedTransfer, "asset" | "payer" | "nonce">) {
    const { number: block, timestamp: time } = await ask(Block, "eth_getBlockByNumber", ["latest", false]);
    const data = AUTHORIZATION_STATE + word(payer).slice(2) + nonce.slice(2);
    // Of this very block: another node behind the same address may not have come so far.
    const used = await ask(Word, "eth_call", [{ to: asset, data }, quantity(block)]);
    return { block, time, used: BigInt(used) !== 0n };
  }

  /** The first log between two blocks. Nodes grant so many blocks a question; what is looked for is in the first ones. */
  async function firstLog(filter: object, since: number, until: number): Promise<z.infer<typeof Log> | undefined> {
    for (let from = since; from <= until; from += SPAN) {
      const range = { fromBlock: quantity(from), toBlock: quantity(Math.min(until, from + SPAN - 1)) };
      const [log] = await ask(z.array(Log), "eth_getLogs", [{ ...filter, ...range }]);
      if (log) return log;
    }
    return undefined;
  }

  return {
    look,
    async fateOf(transfer, since) {
      const { block, time, used } = await look(transfer);
      if (!used) return { is: "unused", time };
      const { asset, payer, nonce, pay_to, amount } = transfer;
      const log = await firstLog({ address: asset, topics: [[USED, CANCELED], word(payer), nonce] }, since, block);
      if (!log) throw new PaymentsUnavailableError("a node does not show the transaction that used an authorization");
      if (log.topics[0] !== USED) return { is: "elsewhere" };
      const receipt = await ask(Receipt, "eth_getTransactionReceipt", [log.transactionHash]);
      // The asset tells of the authorization and of its transfer in one breath: another transfer in the same transaction is another's.
      const moved = receipt.logs.find(({ logIndex }) => logIndex === log.logIndex + 1);
      const wanted = [TRANSFER, word(payer), word(pay_to)];
      const paid =
        moved?.address === asset && wanted.every((topic, at) => moved.topics[at] === topic) && BigInt(moved.data) === BigInt(amount);
      return paid ? { is: "paid", tx: log.transactionHash } : { is: "elsewhere" };
    },
  };
}
