import type { Provider } from "./provider.ts";

/** A JSON-RPC node behind the one port of the providers, so that its URL is known before it runs. */
export const nodeProvider = (name: string, rpcUrl: string): Provider => ({
  name,
  answer: async ({ body }) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(rpcUrl, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, text: await response.text(), headers };
  },
});
