import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi, parseEther } from "viem";
import type { Ledger } from "./ledger.ts";
import { deployments, type EvmChain } from "./uniswap.ts";

const abi = parseAbi([
  "function approve(address spender, uint256 value)",
  "function balanceOf(address account) view returns (uint256)",
  "function transfer(address to, uint256 value)",
  "function getPair(address a, address b) view returns (address)",
  "function createPair(address a, address b)",
  "function addLiquidityETH(address token, uint256 amount, uint256 minTokens, uint256 minEth, address to, uint256 deadline) payable",
  "function removeLiquidityETH(address token, uint256 liquidity, uint256 minTokens, uint256 minEth, address to, uint256 deadline)",
  "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minOut, address[] path, address to, uint256 deadline) payable",
  "function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minOut, address[] path, address to, uint256 deadline)",
]);
const FOREVER = 2n ** 256n - 1n;
const DEAD: Address = "0x000000000000000000000000000000000000dEaD";

/** What the people of a scenario can do with its token. Accounts are indices: 0 is the owner, 1 and up are traders. */
export interface Stage {
  token: Address;
  pair: Address;
  accounts: Address[];
  /** Calls the token as the owner; `signature` is human-readable, e.g. `setPool(address)`. */
  asOwner: (signature: string, ...args: (Address | bigint | boolean)[]) => Promise<void>;
  /** The owner puts tokens and coins into the pool. */
  addLiquidity: (tokens: string, coins: string) => Promise<void>;
  /** The owner sends all its pool shares where nobody can take them back. */
  burnLiquidity: () => Promise<void>;
  /** The owner takes a share of its pool shares out, in percent. */
  removeLiquidity: (percent: number) => Promise<void>;
  buy: (account: number, coins: string) => Promise<void>;
  /** Sells a share of the balance, in percent. */
  sell: (account: number, percent: number) => Promise<void>;
}

/** What is deployed where. */
interface Deployed {
  symbol: string;
  chain_id: EvmChain;
  code: Hex;
}

/** Deploys a token as account 0 and creates its empty pool. */
export async function openStage(ledger: Ledger, { symbol, chain_id, code }: Deployed): Promise<Stage> {
  const uniswap = deployments[chain_id];
  const { accounts, owner } = ledger;
  const at = (index: number): Address => accounts[index] ?? raise(`the sandbox has no account ${index}`);
  const deployed = await ledger.send({ from: owner, data: code });
  const token = deployed ?? raise(`${symbol} was not deployed`);
  await ledger.send({
    from: owner,
    to: uniswap.factory,
    data: encodeFunctionData({ abi, functionName: "createPair", args: [token, uniswap.weth] }),
  });
  const found = await ledger.call(uniswap.factory, encodeFunctionData({ abi, functionName: "getPair", args: [token, uniswap.weth] }));
  const pair = decodeFunctionResult({ abi, functionName: "getPair", data: found });

  const balance = async (of: Address, asset: Address) =>
    BigInt(await ledger.call(asset, encodeFunctionData({ abi, functionName: "balanceOf", args: [of] })));
  const approve = async (from: Address, asset = token) =>
    ledger.send({ from, to: asset, data: encodeFunctionData({ abi, functionName: "approve", args: [uniswap.router, FOREVER] }) });

  return {
    token,
    pair,
    accounts,
    asOwner: async (signature, ...args) => {
      const own: Abi = parseAbi<readonly string[]>([`function ${signature}`]);
      const functionName = signature.slice(0, signature.indexOf("("));
      await ledger.send({ from: owner, to: token, data: encodeFunctionData({ abi: own, functionName, args }) });
    },
    addLiquidity: async (tokens, coins) => {
      await approve(owner);
      const args = [token, parseEther(tokens), 0n, 0n, owner, FOREVER] as const;
      const data = encodeFunctionData({ abi, functionName: "addLiquidityETH", args });
      await ledger.send({ from: owner, to: uniswap.router, data, value: parseEther(coins) });
    },
    burnLiquidity: async () => {
      const args = [DEAD, await balance(owner, pair)] as const;
      await ledger.send({ from: owner, to: pair, data: encodeFunctionData({ abi, functionName: "transfer", args }) });
    },
    removeLiquidity: async (percent) => {
      await approve(owner, pair);
      const shares = ((await balance(owner, pair)) * BigInt(percent)) / 100n;
      const data = encodeFunctionData({ abi, functionName: "removeLiquidityETH", args: [token, shares, 0n, 0n, owner, FOREVER] });
      await ledger.send({ from: owner, to: uniswap.router, data });
    },
    buy: async (account, coins) => {
      const args = [0n, [uniswap.weth, token], at(account), FOREVER] as const;
      const data = encodeFunctionData({ abi, functionName: "swapExactETHForTokensSupportingFeeOnTransferTokens", args });
      await ledger.send({ from: at(account), to: uniswap.router, data, value: parseEther(coins) });
    },
    sell: async (account, percent) => {
      const amount = ((await balance(at(account), token)) * BigInt(percent)) / 100n;
      await approve(at(account));
      const args = [amount, 0n, [token, uniswap.weth], at(account), FOREVER] as const;
      const data = encodeFunctionData({ abi, functionName: "swapExactTokensForETHSupportingFeeOnTransferTokens", args });
      await ledger.send({ from: at(account), to: uniswap.router, data });
    },
  };
}

function raise(sentence: string): never {
  throw new Error(sentence);
}
