import { type Operation, traced } from "../operation.ts";

/** The routes by which agents find the service. */
export const discoveryOperations: readonly Operation[] = [
  { method: "get", path: "/.well-known/agent-card.json", summary: "The agent card (A2A 1.0)", ...traced },
];
