import { AddressText, type Chain } from "@token-sentiment/evm";
import { type Abi, type Address, parseAbi, parseEther, toFunctionSelector } from "viem";
import { argumentsFor } from "./constructor-arguments.ts";
import type { Ledger } from "./ledger.ts";

/** A token on the chain and who created it. */
export interface OnStage {
  token: Address;
  abi: Abi;
  owner: Address;
  accounts: readonly Address[];
  chain: Chain;
}

/** What stands once it is traded. */
export type Staged = { pair: Address; buyers: number } | { why: string };

export const erc20 = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function owner() view returns (address)",
  "function transfer(address to, uint256 value)",
  "function approve(address spender, uint256 value)",
  "function deposit() payable",
  "function getPair(address a, address b) view returns (address)",
  "function createPair(address a, address b)",
  "function mint(address to)",
  "function sync()",
  "function addLiquidityETH(address token, uint256 amount, uint256 minTokens, uint256 minEth, address to, uint256 deadline) payable",
  "function getReserves() view returns (uint112, uint112, uint32)",
  "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minOut, address[] path, address to, uint256 deadline) payable",
]);
const FOREVER = 2n ** 256n - 1n;
const OPENERS =
  /^(open|enable|start|activate|launch|unlock|set)?_?(trading|trade|swap|launch|market|transfers?|tradingopen|isopen|tradeopen)?(open|enabled|active|start|on|status)?$/i;
const COINS = parseEther("100");

/** Initialises a token, lets it trade where a call opens that, gives it a pool against the wrapped coin, and lets people buy and receive it. */
export async function stageToken(ledger: Ledger, stage: OnStage): Promise<Staged> {
  const { token, owner, chain, accounts } = stage;
  const [exchange] = chain.exchanges;
  if (!exchange) return { why: "no exchange" };
  const balance = async (of: Address): Promise<bigint> =>
    amount(await ledger.read(token, erc20, { functionName: "balanceOf", args: [of] }));
  if ((await balance(owner)) === 0n) await initialise(ledger, stage);
  const receivers = await ledger.receivers(token);
  const rich = await richest([...accounts.slice(0, 12), token, ...receivers], balance);
  if (!rich) return { why: "nobody who can be found holds any" };
  const given = rich.holder;
  const path = [token, chain.weth] as const;
  const pairOf = async () => ledger.read(exchange.factory, erc20, { functionName: "getPair", args: path });
  if (isNothing(await pairOf())) await ledger.write(owner, exchange.factory, { abi: erc20, functionName: "createPair", args: path });
  const at = AddressText.safeParse(await pairOf()).data;
  if (at === undefined || isNothing(at)) return { why: "no pool could be made" };
  const market: Market = { pair: at, provider: given, router: exchange.router };
  if (!(await addLiquidity(ledger, stage, market))) {
    await open(ledger, stage);
    if (!(await addLiquidity(ledger, stage, market)) && !(await giveLiquidity(ledger, stage, market)))
      return { why: "its pool took no liquidity" };
  }
  await open(ledger, stage);
  let buyers = 0;
  for (const trader of accounts.slice(13, 18)) {
    const bought = await ledger.write(trader, exchange.router, {
      abi: erc20,
      functionName: "swapExactETHForTokensSupportingFeeOnTransferTokens",
      args: [0n, [chain.weth, token], trader, FOREVER],
      value: parseEther("0.05"),
    });
    if (bought && (await balance(trader)) > 0n) buyers += 1;
  }
  return { pair: at, buyers };
}

interface Market {
  pair: Address;
  provider: Address;
  router: Address;
}

const half = async (ledger: Ledger, token: Address, of: Address): Promise<bigint> =>
  amount(await ledger.read(token, erc20, { functionName: "balanceOf", args: [of] })) / 2n;

/** The usual way: through the router, by whoever holds the tokens. */
async function addLiquidity(ledger: Ledger, { token }: OnStage, { provider, router }: Market): Promise<boolean> {
  await ledger.write(provider, token, { abi: erc20, functionName: "approve", args: [router, FOREVER] });
  const args = [token, await half(ledger, token, provider), 0n, 0n, provider, FOREVER];
  return ledger.write(provider, router, { abi: erc20, functionName: "addLiquidityETH", args, value: COINS });
}

/** Past the router: for tokens that do not let it take any. */
async function giveLiquidity(ledger: Ledger, { token, chain, owner }: OnStage, { provider, pair }: Market): Promise<boolean> {
  await ledger.write(provider, token, { abi: erc20, functionName: "transfer", args: [pair, await half(ledger, token, provider)] });
  await ledger.write(owner, chain.weth, { abi: erc20, functionName: "deposit", value: COINS });
  await ledger.write(owner, chain.weth, { abi: erc20, functionName: "transfer", args: [pair, COINS] });
  return ledger.write(owner, pair, { abi: erc20, functionName: "mint", args: [owner] });
}

const amount = (value: unknown): bigint => (typeof value === "bigint" ? value : 0n);
const isNothing = (address: unknown): boolean => typeof address !== "string" || BigInt(address) === 0n;

async function richest(candidates: readonly Address[], balance: (of: Address) => Promise<bigint>) {
  let best: { holder: Address; balance: bigint } | undefined;
  for (const holder of candidates) {
    const has = await balance(holder);
    if (has > (best?.balance ?? 0n)) best = { holder, balance: has };
  }
  return best;
}

/** Common initialisers, and a first mint by the owner where nobody holds anything. */
async function initialise(ledger: Ledger, stage: OnStage): Promise<void> {
  await callAll(ledger, stage, (name) => /^(init|initialize|initialise|setup)/i.test(name));
  const supply = amount(await ledger.read(stage.token, erc20, { functionName: "totalSupply" }));
  if (supply === 0n) await callAll(ledger, stage, (name) => /^(mint|issue|mintTo)$/i.test(name));
}

/** What commonly opens a market: `openTrading()`, `setTrading(true)`, `enableTransfers()`. */
const open = async (ledger: Ledger, stage: OnStage): Promise<void> =>
  callAll(
    ledger,
    stage,
    (name, inputs) =>
      inputs.every((type) => type === "bool") && OPENERS.test(name) && /trad|open|launch|enable|unlock|start|activ/i.test(name),
  );

async function callAll(ledger: Ledger, stage: OnStage, wanted: (name: string, inputs: string[]) => boolean): Promise<void> {
  const { abi, token, owner, accounts, chain } = stage;
  for (const entry of abi) {
    if (entry.type !== "function" || entry.stateMutability === "view" || entry.stateMutability === "pure") continue;
    if (
      !wanted(
        entry.name,
        entry.inputs.map(({ type }) => type),
      )
    )
      continue;
    const own = [entry] as const;
    for (const args of argumentsFor(entry.inputs, { chain, owner, others: accounts.slice(2, 8) })) {
      if (await ledger.write(owner, token, { abi: own, functionName: entry.name, args })) break;
    }
  }
}

/** Selectors of an interface's functions. */
export const selectorsOf = (abi: Abi): string[] =>
  abi.flatMap((entry) => (entry.type === "function" ? [toFunctionSelector(entry).slice(2)] : []));
