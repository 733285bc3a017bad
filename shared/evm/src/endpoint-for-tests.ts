import { UnavailableError } from "@token-sentiment/engine";
import { z } from "zod";
import type { Endpoint } from "./node.ts";

/** A call of a contract, whichever. */
export const overridden = { to: "0x01", data: "0x" };
const Batch = z.array(z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) }));

/** An endpoint that remembers what it was asked. */
export interface Fake extends Endpoint {
  /** Methods asked, batch by batch, without the introduction. */
  asked: string[][];
  introductions: number;
}

/** What a capable node answers: `eth_call` with its own number, and the newest block with its hash. */
export interface Nature {
  chain?: number;
  /** Answered to calls with overrides. */
  says: number;
  lacks?: readonly ("code" | "time" | "simulation" | "logs")[];
  head?: { number: number; hash: string };
  error?: (method: string) => object | undefined;
}
const missing = { error: { code: -32_601, message: "no" } };

/** An endpoint of that nature. Capabilities it lacks are ignored in silence where nodes do so. */
export function endpoint(name: string, nature: Nature): Fake {
  const { chain = 1, says, lacks = [], head = { number: 16, hash: "0xaa" } } = nature;
  const fake: Fake = {
    name,
    asked: [],
    introductions: 0,
    post: async (body) => {
      const batch = Batch.parse(body);
      const introduced = batch.length >= 5 && batch[0]?.method === "eth_chainId";
      if (introduced) fake.introductions += 1;
      fake.asked.push((introduced ? batch.slice(5) : batch).map(({ method }) => method));
      return batch.map(({ id, method, params }, index) => ({
        id,
        ...((introduced && index < 5 ? undefined : nature.error?.(method)) ?? answer(method, params, introduced && index < 5)),
      }));
    },
  };
  const answer = (method: string, params: readonly unknown[], introducing: boolean): object => {
    if (method === "eth_chainId") return { result: `0x${chain.toString(16)}` };
    if (method === "eth_getBlockByNumber") {
      const wanted = params[0] === "latest" ? head.number : Number(params[0]);
      return { result: wanted > head.number ? null : { number: `0x${wanted.toString(16)}`, hash: head.hash, timestamp: "0x1" } };
    }
    if (method === "eth_simulateV1") return lacks.includes("simulation") ? missing : { result: [{ by: name }] };
    if (method === "eth_getLogs") return lacks.includes("logs") ? missing : { result: [] };
    const time = z.object({ time: z.string() }).optional().parse(params[3]);
    if (time) return { result: lacks.includes("time") ? "0x6500" : introducing ? time.time : `0x${says}` };
    return { result: introducing ? (lacks.includes("code") ? "0x" : "0x2a") : `0x${says}` };
  };
  return fake;
}
/** An endpoint that cannot be asked. */
export const down = (name: string, reason = `${name} gave no answer`): Endpoint => ({
  name,
  post: () => Promise.reject(new UnavailableError(reason)),
});
