import type { Address } from "@solana/kit";
import type { Reading } from "../ask-chain.ts";
import type { Sources } from "../sources.ts";
import type { LaunchFacts } from "./bundle.ts";

/** Whose launch. */
export interface Launch {
  address: Address;
  curveAt: Address;
  reading: Reading;
}

/** Who bought in the slot of the launch; `off` when it is not to be looked through, or was not on a curve. */
export async function askLaunch(_sources: Sources, _launch: Launch, _signal: AbortSignal): Promise<LaunchFacts> {
  return { kind: "off" };
}
