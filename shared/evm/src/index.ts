export { type Account, isDelegation, isNobody } from "./account.ts";
export { blockAt, type BlockTime } from "./block-at.ts";
export { type Chain, chainOf, type EvmChainId, type Exchange } from "./chains.ts";
export { codeAt } from "./code-at.ts";
export { readDecimals } from "./decimals.ts";
export { EvmRpcConfig, openRpcs } from "./endpoints.ts";
export { AddressText, HexText } from "./hex.ts";
export type { Answer, Post, RpcCall, Said } from "./json-rpc.ts";
export { type Log, type LogFilter, type LogRange, type LogWindow, readLogs } from "./logs.ts";
export { findPools, type MarketPool, type Markets, priceOf, readMarkets } from "./markets.ts";
export { type PoolShares, readPoolShares } from "./pool-shares.ts";
export type { Pool } from "./pools.ts";
export {
  holdersCall,
  type Market,
  type Outcome,
  type Proof,
  proveCall,
  PROVER,
  proveTwoCall,
  type Proving,
  readAnswers,
  readCall,
  readProof,
  readSales,
  readSeconds,
  type Seconds,
  type View,
} from "./probes.ts";
export type { Endpoint } from "./node.ts";
export { BlockGoneError } from "./one-block.ts";
export { readViews } from "./read-views.ts";
export { openRpc, type Pool as RpcPool, type Rpc } from "./rpc.ts";
export { type Snapshot, takeSnapshot } from "./snapshot.ts";
export { views } from "./views.ts";
