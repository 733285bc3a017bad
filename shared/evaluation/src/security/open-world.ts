import { deployments, type EvmChain, installUniswap, openLedger, plainToken, startAnvil } from "@token-sentiment/sandbox";
import { type Address, getAddress, type Hex, isAddress, isHex, numberToHex } from "viem";
import { z } from "zod";

/** A fresh EVM chain with an exchange, on which one contract is tried. Disposing ends its node. */
export interface World extends AsyncDisposable {
  rpcUrl: string;
  chain: EvmChain;
  accounts: readonly Address[];
  exchange: { factory: Address; router: Address; weth: Address };
  /** A plain token that has nothing to do with the contract that is tried. */
  otherToken: Address;
  /** Time of the next block, epoch seconds. */
  now: () => bigint;
  /** Lets time pass before the next block. */
  pass: (seconds: number) => void;
  /** Mines one transaction, from whatever address, with as much of the coin as it needs. */
  send: (transaction: { from: Address; to?: Address; data?: Hex; value?: bigint }) => Promise<Sent>;
  /** What a call returns; undefined when it reverts. */
  call: (to: Address, data: Hex, from?: Address) => Promise<Hex | undefined>;
  request: (method: string, params: unknown[]) => Promise<unknown>;
}

/** What became of a transaction. */
interface Sent {
  ok: boolean;
  created: Address | undefined;
  /** Addresses that the topics of its events name. */
  named: Address[];
}

const AddressText = z.string().refine((text) => isAddress(text, { strict: false }));
const Receipt = z.object({
  status: z.string(),
  contractAddress: AddressText.nullish(),
  logs: z.array(z.object({ topics: z.array(z.string()) })),
});
const Head = z.object({ timestamp: z.string() });
const HexText = z.custom<Hex>((value) => isHex(value));

/** So that two runs are of the same chain. */
const GENESIS = 1_700_000_000;
const GAS = "0xe4e1c0";
const RICH = "0x84595161401484a000000";
const BLOCK_SECONDS = 12;

/** Where contracts that name their exchange look for one; each gets a copy of ours. */
const ROUTERS: readonly Address[] = [
  "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D",
  "0x10ED43C718714eb63d5aA57B78B54704E256024E",
  "0xf164fC0Ec4E93095b804a4795bBe1e041497b92a",
  "0x05fF2B0DB69458A0750badebc4f9e13aDd608C7F",
  "0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F",
  "0xD99D1c33F9fC3444f8101754aBC46c52416550D1",
  "0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24",
  "0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb",
];
/** Stablecoins and wrapped coins of the chains, which contracts name: each is a plain token here. */
const TOKENS: readonly Address[] = [
  "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48",
  "0x6B175474E89094C44Da98b954EedeAC495271d0F",
  "0x55d398326f99059fF775485246999027B3197955",
  "0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56",
  "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d",
  "0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c",
  "0x2170Ed0880ac9A755fd29B2688956BD959F933F8",
];
/** Addresses by which code shows that it was written for a chain. */
const MARKS: Record<"1" | "56", readonly Address[]> = {
  "1": [ROUTERS[0], TOKENS[0], TOKENS[1], TOKENS[2], deployments["1"].weth, deployments["1"].factory].filter((mark) => mark !== undefined),
  "56": [ROUTERS[1], ROUTERS[3], ...TOKENS.slice(3), deployments["56"].weth, deployments["56"].factory].filter(
    (mark) => mark !== undefined,
  ),
};

/** The chain whose addresses a code names most, Ethereum when it names none. */
export function chainOfCode(code: string): "1" | "56" {
  const text = code.toLowerCase();
  const count = (chain: "1" | "56") => MARKS[chain].filter((mark) => text.includes(mark.slice(2).toLowerCase())).length;
  return count("56") > count("1") ? "56" : "1";
}

/** Starts a node of that chain with the exchange at its usual address there. */
export async function openWorld(chain: EvmChain): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const anvil = stack.use(await startAnvil({ chainId: Number(chain), port: 0, genesisTime: GENESIS, accounts: 20 }));
  const ledger = await openLedger(anvil.rpcUrl, GENESIS);
  await installUniswap(ledger, chain);
  const { request, accounts, owner } = ledger;
  const { factory, router, weth } = deployments[chain];
  const otherToken = await ledger.send({ from: owner, data: plainToken("Other", "OTHR") });
  if (otherToken === undefined) throw new Error("the plain token was not deployed");
  const copy = async (from: Address, to: readonly Address[]) => {
    const code = await request("eth_getCode", [from, "latest"]);
    for (const address of to) if (address !== from) await request("anvil_setCode", [address, code]);
  };
  await copy(router, ROUTERS);
  await copy(otherToken, TOKENS);
  const coins = Object.values(deployments).map((deployment) => deployment.weth);
  await copy(weth, coins);
  await request("anvil_autoImpersonateAccount", [true]);

  let last = GENESIS + 3600;
  let gap = 0;
  const next = () => last + Math.max(gap, BLOCK_SECONDS);
  const started = stack.move();
  return {
    rpcUrl: anvil.rpcUrl,
    chain,
    accounts,
    exchange: { factory, router, weth },
    otherToken,
    request,
    now: () => BigInt(next()),
    pass: (seconds) => {
      gap += seconds;
    },
    send: async ({ value, ...transaction }) => {
      const { from } = transaction;
      await request("anvil_setBalance", [from, RICH]);
      // a snapshot that was gone back to, or empty blocks, moved the chain's clock
      const { timestamp } = Head.parse(await request("eth_getBlockByNumber", ["latest", false]));
      last = Math.max(Number(timestamp) + BLOCK_SECONDS, next());
      gap = 0;
      await request("evm_setNextBlockTimestamp", [last]);
      const fields = { ...transaction, gas: GAS, ...(value === undefined ? {} : { value: numberToHex(value) }) };
      const receipt = Receipt.parse(await request("eth_sendTransactionSync", [fields]));
      const topics = receipt.logs.flatMap((log) => log.topics.slice(1)).filter((topic) => /^0x0{24}[0-9a-f]{40}$/.test(topic));
      const named = topics.map((topic) => getAddress(`0x${topic.slice(26)}`));
      const created = receipt.contractAddress;
      return { ok: receipt.status === "0x1", created: created ? getAddress(created) : undefined, named: [...new Set(named)] };
    },
    call: async (to, data, from) => {
      try {
        return HexText.parse(await request("eth_call", [{ to, data, ...(from ? { from } : {}) }, "latest"]));
      } catch {
        // it reverted: an answer
        return undefined;
      }
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
