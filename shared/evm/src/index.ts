export { type Account, isDelegation } from "./account.ts";
export { type Chain, chainOf, type EvmChainId, type Exchange } from "./chains.ts";
export { AddressText, HexText } from "./hex.ts";
export type { Answer, Post, RpcCall } from "./json-rpc.ts";
export type { Pool } from "./pools.ts";
export { holdersCall, type Market, type Outcome, type Proof, proveCall, PROVER, readProof, readSales } from "./probes.ts";
export { type Endpoint, openRpc, type Rpc } from "./rpc.ts";
export { type Snapshot, takeSnapshot } from "./snapshot.ts";
