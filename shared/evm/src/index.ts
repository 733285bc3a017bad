export { type Account, isDelegation, isNobody } from "./account.ts";
export { blockAt } from "./block-at.ts";
export { type Chain, chainOf, type EvmChainId, type Exchange } from "./chains.ts";
export { EvmRpcConfig, openRpcs } from "./endpoints.ts";
export { AddressText, HexText } from "./hex.ts";
export type { Answer, Post, RpcCall } from "./json-rpc.ts";
export { type Log, type LogFilter, type LogWindow, readLogs } from "./logs.ts";
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
export { openRpc, type Pool as RpcPool, type Rpc } from "./rpc.ts";
export { type Snapshot, takeSnapshot } from "./snapshot.ts";
export { views } from "./views.ts";
