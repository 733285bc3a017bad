import { about } from "../discovery/about.ts";
import type { PaymentTerms } from "../payments/terms.ts";
import { A2A_PATH } from "./a2a-path.ts";

const modes = ["application/json", "text/plain"];

/** The agent card of A2A 1.0: who this is, where it is spoken to, and what it can do. `url` is where clients reach the service; `terms` are undefined when payments are off. */
export const agentCard = (url: string, terms: PaymentTerms | undefined) => ({
  name: about.name,
  description: `${about.summary} ${about.caution}${terms ? ` Beyond the demo calls, and without a key, an analysis costs ${terms.priceUsd} USD, paid by the headers of x402.` : ""}`,
  version: about.version,
  documentationUrl: `${url}/docs`,
  iconUrl: `${url}/console/web/icon.svg`,
  supportedInterfaces: [{ url: `${url}${A2A_PATH}`, protocolBinding: "HTTP+JSON", protocolVersion: "1.0" }],
  capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
  securitySchemes: {
    key: { httpAuthSecurityScheme: { scheme: "Bearer", description: "A production key: no limit." } },
    device: {
      apiKeySecurityScheme: {
        location: "header",
        name: "X-Demo-Fingerprint",
        description:
          "A name that a device makes up and keeps, 8 to 128 letters, digits, '.', '_', ':' or '-': the demo calls are counted on it.",
      },
    },
  },
  // Any one of them; the last is none at all: then the demo calls are counted on the client's address.
  securityRequirements: [{ schemes: { key: { list: [] } } }, { schemes: { device: { list: [] } } }, { schemes: {} }],
  defaultInputModes: modes,
  defaultOutputModes: modes,
  skills: [
    {
      id: "token-analysis",
      name: "Token analysis",
      description:
        'Analyses one token: a data part {"coin_symbol", "contract_address"?, "chain_id"?}, or a text as in the examples, the symbol with its $. The artifact "verdict" carries the verdict, its confidence, the probabilities of three scenarios and the evidence. Ends within 150 seconds. Sending the same messageId again never starts a second analysis.',
      tags: [...about.tags],
      examples: ["$PEPE", "$PEPE on base", "$PEPE 0x6982508145454ce325ddbe47a25d4ec3d2311933 on ethereum", JSON.stringify(about.example)],
      inputModes: modes,
      outputModes: modes,
    },
  ],
});
