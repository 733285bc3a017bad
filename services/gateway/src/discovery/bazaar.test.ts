import {
  type DiscoveryExtension,
  extractDiscoveryInfo,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from "@x402/extensions/bazaar";
import { expect, test } from "vitest";
import { z } from "zod";
import { challengeHeader } from "../payments/challenge.ts";
import { parseSubmission } from "../submission.ts";
import { discoveryExtensions } from "./bazaar.ts";

const URL_OF = "https://sentiment.example/api/agent";
const accepted = {
  scheme: "exact",
  network: "eip155:8453",
  amount: "20000",
  asset: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  payTo: "0x000000000000000000000000000000000000beef",
  maxTimeoutSeconds: 300,
  extra: { name: "USD Coin", version: "2" },
} as const;

const Members = z.record(z.string(), z.unknown());
const Discovered = z.looseObject({ input: z.looseObject({ body: Members }), output: z.looseObject({ example: Members }) });

test("a catalogue extracts from a payment what the service takes and answers", async () => {
  const extensions = await discoveryExtensions();
  const { bazaar } = extensions as { bazaar: DiscoveryExtension & Record<string, unknown> };
  expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true });
  expect(validateDiscoveryExtensionSpec(bazaar)).toEqual({ valid: true });
  const payment = {
    x402Version: 2,
    resource: { url: URL_OF, description: "", mimeType: "application/json" },
    accepted,
    payload: {},
    extensions,
  };
  const found = extractDiscoveryInfo(payment, accepted);
  expect(found).toMatchObject({ resourceUrl: URL_OF, method: "POST", x402Version: 2 });
  const { input, output } = Discovered.parse(found?.discoveryInfo);
  expect(parseSubmission(input.body)).toMatchObject({ coin_symbol: "PEPE", chain_id: "1" });
  expect(Object.keys(output.example)).toEqual(["job_id", "status", "coin_symbol", "poll_url", "message"]);
});

test("an example that does not fit its schema is found, so that the test before can fail", async () => {
  const without = (key: string, value: unknown) => (key === "coin_symbol" && typeof value === "string" ? undefined : value);
  const { bazaar } = JSON.parse(JSON.stringify(await discoveryExtensions(), without));
  expect(validateDiscoveryExtension(bazaar).valid).toBe(false);
});

/** The challenge where `networks` chains may be paid on. */
async function challengeFor(networks: number): Promise<{ bytes: number; told: string[] }> {
  const accepts = Array.from({ length: networks }, () => accepted);
  const terms = { priceUsd: "0.02", price: "20000", accepts, networks: [], facilitatorUrl: "" };
  const header = challengeHeader(terms, { url: URL_OF, error: "demo_limit_reached", extensions: await discoveryExtensions() });
  return { bytes: header.length, told: Object.keys(JSON.parse(Buffer.from(header, "base64").toString())) };
}

// Of the 4 KiB that common proxies have for all headers of an answer the others take up to 1,000.
test.each([1, 2])("a challenge for %i networks has it, and leaves room for the other headers", async (networks) => {
  const { bytes, told } = await challengeFor(networks);
  expect(told).toContain("extensions");
  expect(bytes).toBeLessThanOrEqual(3000);
});

test("a challenge for so many networks that there is no room does without it", async () => {
  const { bytes, told } = await challengeFor(3);
  expect(told).toEqual(["x402Version", "error", "resource", "accepts"]);
  expect(bytes).toBeLessThanOrEqual(3000);
});
