import { type Operation, traced } from "../operation.ts";

/** A request whose Host is none is refused. */
const asked = { ...traced, errors: ["invalid_body"] } as const satisfies Partial<Operation>;

/** The routes by which agents find the service. */
export const discoveryOperations: readonly Operation[] = [
  { method: "get", path: "/.well-known/agent-card.json", summary: "The agent card (A2A 1.0)", ...asked },
  { method: "get", path: "/.well-known/x402", summary: "What can be paid for here by x402, and how", ...asked },
  { method: "get", path: "/llms.txt", summary: "How to use this service, for models", page: "text/plain", ...asked },
];
