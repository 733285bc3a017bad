import type { Address } from "viem";
import { z } from "zod";
import { Quantity } from "./hex.ts";
import type { Answer, RpcCall } from "./json-rpc.ts";

/** What a node can do beyond answering. */
export interface Capabilities {
  /** `eth_call` with code put in place for the call (3rd parameter). */
  stateOverrides: boolean;
  /** `eth_call` with another time and number (4th parameter). */
  blockOverrides: boolean;
  simulation: boolean;
  logs: boolean;
}

const NOWHERE: Address = "0x00000000000000000000000000000000c0ffee05";
/** Returns 42, and the block's time. */
const FORTY_TWO = "0x602a5f5260205ff3";
const TIME = "0x425f5260205ff3";
/** In the year 2106, on no chain of today. */
const THEN = 2n ** 32n;

const call = (code: string, ...more: unknown[]): RpcCall => ({
  method: "eth_call",
  params: [{ to: NOWHERE, data: "0x" }, "latest", { [NOWHERE]: { code } }, ...more],
});

/** Five small calls that show which chain a node answers for and what it can do. They ride in a batch that is sent anyway. */
export const introduction: readonly RpcCall[] = [
  { method: "eth_chainId", params: [] },
  call(FORTY_TWO),
  call(TIME, { time: `0x${THEN.toString(16)}` }),
  { method: "eth_simulateV1", params: [{ blockStateCalls: [{}] }, "latest"] },
  { method: "eth_getLogs", params: [{ address: NOWHERE, topics: [], fromBlock: "latest", toBlock: "latest" }] },
];

/** What the introduction showed. A node that ignores an override in silence does not have it. */
export interface Introduction {
  /** Undefined: it does not say. */
  chain: bigint | undefined;
  capabilities: Capabilities;
  /** False: some of it was refused for now, and is to be asked again. */
  settled: boolean;
}

/** Reads the answers to `introduction`. */
export function readIntroduction([chain, code, time, simulation, logs]: readonly (Answer | undefined)[]): Introduction {
  const quantity = (answer: Answer | undefined) => (answer?.kind === "ok" ? Quantity.safeParse(answer.result).data : undefined);
  const blocks = simulation?.kind === "ok" ? z.array(z.unknown()).safeParse(simulation.result).data : undefined;
  return {
    chain: quantity(chain),
    capabilities: {
      stateOverrides: quantity(code) === 42n,
      blockOverrides: quantity(time) === THEN,
      simulation: blocks?.length === 1,
      logs: logs?.kind === "ok",
    },
    settled: [code, time, simulation, logs].every((answer) => answer?.kind !== "refused"),
  };
}

/** Whether a node with those capabilities can answer that call. */
export function isAble({ stateOverrides, blockOverrides, simulation, logs }: Capabilities, { method, params }: RpcCall): boolean {
  if (method === "eth_simulateV1") return simulation;
  if (method === "eth_getLogs") return logs;
  if (method !== "eth_call" || params.length < 3) return true;
  return stateOverrides && (params.length < 4 || blockOverrides);
}
