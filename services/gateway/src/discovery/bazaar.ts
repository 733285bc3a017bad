import { submissionInShort } from "../api-schemas.ts";
import { acceptedOf } from "../accepted.ts";
import { about } from "./about.ts";

/** The id of no job. */
const SOME_JOB = "5c8f1a9e-3a5d-8b1c-9d2e-0f4a6b7c8d9e";

async function declare(): Promise<Record<string, unknown>> {
  // Loaded where payments are on alone.
  const { bazaarResourceServerExtension, declareDiscoveryExtension } = await import("@x402/extensions/bazaar");
  const { bazaar } = declareDiscoveryExtension({
    bodyType: "json",
    input: { ...about.example },
    inputSchema: submissionInShort(),
    output: { example: acceptedOf({ job_id: SOME_JOB, coin_symbol: about.example.coin_symbol }) },
  });
  if (bazaar === undefined) throw new Error("there is no declaration");
  // Only the server's side of the package knows how a method is told.
  return { bazaar: bazaarResourceServerExtension.enrichDeclaration?.(bazaar, { method: "POST", adapter: {} }) };
}

let declared: Promise<Record<string, unknown>> | undefined;

/** `extensions` of a challenge: how catalogues of x402 learn what `POST /api/agent` takes and answers. Short, for it travels in a header. */
export const discoveryExtensions = (): Promise<Record<string, unknown>> => (declared ??= declare());
