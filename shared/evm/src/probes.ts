import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi } from "viem";
import actorArtifact from "../artifacts/Actor.json" with { type: "json" };
import holderArtifact from "../artifacts/Holder.json" with { type: "json" };
import proverArtifact from "../artifacts/Prover.json" with { type: "json" };
import readerArtifact from "../artifacts/Reader.json" with { type: "json" };
import { HexText } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";
import { isMalformed } from "./malformed.ts";

/** Our contracts stand at addresses that nobody owns, and only inside a simulated call. */
const READER: Address = "0x00000000000000000000000000000000c0ffee04";
const HOLDER: Address = "0x00000000000000000000000000000000c0ffee01";
/** The simulated buyer of the owner-capability proof. */
export const PROVER: Address = "0x00000000000000000000000000000000c0ffee03";

/** EIP-7825 caps a transaction at 2^24 gas; a call above it may be refused. */
const CALL_GAS = "0xf42400";
const RICH = "0xd3c21bcecceda1000000";
/** 1,000 gwei: a token can tell a simulation by a gas price of zero, and the price must be above any base fee. */
const GAS_PRICE = "0xe8d4a51000";

const code = (artifact: { deployedBytecode: string }): Hex => HexText.parse(artifact.deployedBytecode);

const abi = parseAbi([
  "struct Call { address to; bytes data; }",
  "struct Answer { bool ok; bytes data; }",
  "struct Market { address router; address weth; address token; address pair; }",
  "struct Sale { bool ok; uint256 taxBps; }",
  "struct Outcome { bool tried; bool called; Sale sale; uint256 supply; uint256 holder; uint256 actor; uint256 pool; uint256 self; address owner; uint256 grown; }",
  "struct Second { uint256 first; uint256 second; Outcome outcome; }",
  "struct Attempt { bool tried; Sale sale; }",
  "function read(Call[] calls) view returns (Answer[] answers, uint256 number)",
  "function prove(Market market, uint256 coins, address actor, bytes[] calls) returns (bool bought, Sale atOnce, bool held, Outcome base, Outcome[] outcomes)",
  "function proveTwo(Market market, uint256 coins, address actor, bytes[] calls) returns (Outcome base, Second[] found)",
  "function sellAll(Market market, address[] holders, uint256[] partsBps) returns (Attempt[] attempts)",
]);

/** Where a token is traded. */
export interface Market {
  router: Address;
  weth: Address;
  token: Address;
  pair: Address;
}

/** One view call of an aggregate. */
export interface View {
  to: Address;
  data: Hex;
}

/** Many view calls in one `eth_call` (T2). */
export const readCall = (views: readonly View[], block: string): RpcCall => ({
  method: "eth_call",
  params: [
    { to: READER, data: encodeFunctionData({ abi, functionName: "read", args: [views] }) },
    block,
    { [READER]: { code: code(readerArtifact) } },
  ],
});

/** The bytes each view call returned (undefined where it reverted), and the block the node answered from. */
export function readAnswers(result: unknown): { answers: (Hex | undefined)[]; number: bigint } {
  const [answers, number] = decodeFunctionResult({ abi, functionName: "read", data: HexText.parse(result) });
  return { answers: answers.map(({ ok, data }) => (ok ? data : undefined)), number };
}

/** What is tried: a holder, given its tokens by a state override or else a buyer for `coins`, sells after each call made as `actor`. */
export interface Proving {
  coins: bigint;
  actor: Address;
  calls: readonly Hex[];
  /** The storage slot of the holder's balance, and what to put there. */
  held: { slot: Hex; value: bigint } | undefined;
}

const proving =
  (functionName: "prove" | "proveTwo") =>
  (market: Market, { coins, actor, calls, held }: Proving, block: string): RpcCall => ({
    method: "eth_call",
    params: [
      {
        from: PROVER,
        to: PROVER,
        gas: CALL_GAS,
        gasPrice: GAS_PRICE,
        data: encodeFunctionData({ abi, functionName, args: [market, coins, actor, calls] }),
      },
      block,
      {
        [PROVER]: { code: code(proverArtifact), balance: RICH },
        [actor]: { code: code(actorArtifact) },
        ...(held ? { [market.token]: { stateDiff: { [held.slot]: numberToHex(held.value, { size: 32 }) } } } : {}),
      },
    ],
  });

/** Owner-capability proof (T7). One `eth_call`, every try undone. */
export const proveCall = proving("prove");
/** Its second pass: calls that fail alone, after each that goes through. */
export const proveTwoCall = proving("proveTwo");

/** What `proveCall` found: a purchase and sale in one block, whether the holder held anything, its sale without any call, and what followed each call. Undefined: no answer of ours. */
export const readProof = (answer: Answer | undefined) =>
  decoded(answer, (data) => {
    const [bought, atOnce, held, base, outcomes] = decodeFunctionResult({ abi, functionName: "prove", data });
    return { bought, atOnce, held, base, outcomes };
  });
export type Proof = NonNullable<ReturnType<typeof readProof>>;
export type Outcome = Proof["outcomes"][number];

/** What `proveTwoCall` found: the pairs of which both calls went through. Undefined: no answer of ours. */
export const readSeconds = (answer: Answer | undefined) =>
  decoded(answer, (data) => {
    const [base, found] = decodeFunctionResult({ abi, functionName: "proveTwo", data });
    return { base, found };
  });
export type Seconds = NonNullable<ReturnType<typeof readSeconds>>;

/** Real holders each sell every part of what they hold (T6), in one `eth_call` at `at` if given, each sale undone. */
export const holdersCall = (
  market: Market,
  sale: { holders: readonly Address[]; partsBps: readonly bigint[]; at?: { number: bigint; time: bigint } },
  block: string,
): RpcCall => {
  const stub = `0x363d3d373d3d3d363d73${HOLDER.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  const overrides = {
    ...Object.fromEntries(sale.holders.map((holder) => [holder, { code: stub }])),
    [HOLDER]: { code: code(holderArtifact), balance: RICH },
  };
  const data = encodeFunctionData({ abi, functionName: "sellAll", args: [market, sale.holders, sale.partsBps] });
  const later = sale.at ? [{ number: `0x${sale.at.number.toString(16)}`, time: `0x${sale.at.time.toString(16)}` }] : [];
  return {
    method: "eth_call",
    params: [{ from: HOLDER, to: HOLDER, gas: CALL_GAS, gasPrice: GAS_PRICE, data }, block, overrides, ...later],
  };
};

/** What became of each holder's sale: all with the first part, then all with the next. Undefined: no answer of ours. */
export const readSales = (answer: Answer | undefined) =>
  decoded(answer, (data) => decodeFunctionResult({ abi, functionName: "sellAll", data }));

function decoded<T>(answer: Answer | undefined, decode: (data: Hex) => T): T | undefined {
  if (answer?.kind !== "ok") return undefined;
  try {
    return decode(HexText.parse(answer.result));
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}
