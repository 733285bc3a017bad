import { decodeAbiParameters, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi, parseAbiParameters } from "viem";
import { z } from "zod";
import { AddressText, HexText } from "../hex.ts";
import { NATIVE_USD } from "../world.ts";
import type { History, Trade } from "./history.ts";

/** A pool of the sandbox's EVM nodes, against the chain's wrapped native coin. */
export interface Pool {
  chain_id: string;
  token: string;
  pair: string;
  rpcUrl: string;
}

const SYNC = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const SWAP = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";

const abi = parseAbi([
  "function token0() view returns (address)",
  "function token1() view returns (address)",
  "function symbol() view returns (string)",
  "function name() view returns (string)",
  "function totalSupply() view returns (uint256)",
]);
const Log = z.object({ topics: z.array(HexText), data: HexText, blockNumber: HexText, transactionHash: HexText });
const Block = z.object({ timestamp: HexText, transactions: z.array(z.object({ hash: HexText, from: AddressText })) });
const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });

const whole = (amount: bigint): number => Number(amount) / 1e18;

/** Asks the node; every failure is an error. */
async function ask(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(rpcUrl, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { result, error } = Answer.parse(await response.json());
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function view(rpcUrl: string, to: string, functionName: "token0" | "token1" | "symbol" | "name" | "totalSupply") {
  const data = encodeFunctionData({ abi, functionName });
  return decodeFunctionResult({ abi, functionName, data: HexText.parse(await ask(rpcUrl, "eth_call", [{ to, data }, "latest"])) });
}

/** Reads a pool's whole life off its own Sync and Swap logs. Prices are those of its reserves, times what the native coin is worth. */
export async function readHistory({ chain_id, token, pair, rpcUrl }: Pool): Promise<History> {
  const coinUsd = NATIVE_USD[chain_id] ?? 0;
  const [token0, token1] = [String(await view(rpcUrl, pair, "token0")), String(await view(rpcUrl, pair, "token1"))];
  const tokenIsFirst = token0.toLowerCase() === token.toLowerCase();
  const quote = tokenIsFirst ? token1 : token0;
  const sides = <T>(first: T, second: T): [token: T, coin: T] => (tokenIsFirst ? [first, second] : [second, first]);
  const filter = { address: pair, fromBlock: "0x0", toBlock: "latest", topics: [[SYNC, SWAP]] };
  const logs = z.array(Log).parse(await ask(rpcUrl, "eth_getLogs", [filter]));

  const numbers = [...new Set(logs.map(({ blockNumber }) => blockNumber))];
  const blocks = new Map(
    await Promise.all(
      numbers.map(async (number) => [number, Block.parse(await ask(rpcUrl, "eth_getBlockByNumber", [number, true]))] as const),
    ),
  );
  const timeOf = (number: Hex): number => Number(blocks.get(number)?.timestamp ?? 0) * 1000;

  let reserves = { tokens: 0, coins: 0 };
  const trades: Trade[] = [];
  for (const { topics, data, blockNumber, transactionHash } of logs) {
    if (topics[0] === SYNC) {
      const [tokens, coins] = sides(...decodeAbiParameters(parseAbiParameters("uint112, uint112"), data));
      reserves = { tokens: whole(tokens), coins: whole(coins) };
      continue;
    }
    const [in0, in1, out0, out1] = decodeAbiParameters(parseAbiParameters("uint256, uint256, uint256, uint256"), data);
    const [tokensIn, coinsIn] = sides(in0, in1);
    const [tokensOut, coinsOut] = sides(out0, out1);
    const kind = tokensOut > tokensIn ? "buy" : "sell";
    const coins = whole(kind === "buy" ? coinsIn : coinsOut);
    trades.push({
      at: timeOf(blockNumber),
      kind,
      from: blocks.get(blockNumber)?.transactions.find(({ hash }) => hash === transactionHash)?.from ?? quote,
      hash: transactionHash,
      block: Number(blockNumber),
      tokens: whole(kind === "buy" ? tokensOut : tokensIn),
      coins,
      volumeUsd: coins * coinUsd,
      price: reserves.tokens === 0 ? 0 : (reserves.coins / reserves.tokens) * coinUsd,
    });
  }
  const of = async (address: string) => ({
    address,
    symbol: String(await view(rpcUrl, address, "symbol")),
    name: String(await view(rpcUrl, address, "name")),
  });
  const supply = whole(BigInt(await view(rpcUrl, token, "totalSupply")));
  return {
    token: { ...(await of(token)), supply },
    quote: await of(quote),
    pool: pair,
    trades,
    createdAt: timeOf(logs[0]?.blockNumber ?? numberToHex(0)),
    price: reserves.tokens === 0 ? 0 : (reserves.coins / reserves.tokens) * coinUsd,
    coinUsd,
    reserves,
  };
}
