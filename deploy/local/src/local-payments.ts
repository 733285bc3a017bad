/**
 * Who pays on the sandbox's payment chain: account 1 of the mnemonic that every development node of Ethereum has. Its key is as public as this
 * file and opens nothing of worth anywhere.
 */
export const PAYER_KEY = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";

/** Account 2: who is paid there. */
const PAY_TO = "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc";

/** Payments on, with the sandbox's facilitator and chain on that port. */
export const paymentEnvironment = (sandboxWebPort: number): Record<string, string> => ({
  GATEWAY_X402_FACILITATOR_URL: `http://127.0.0.1:${sandboxWebPort}/x402`,
  GATEWAY_X402_PAY_TO: PAY_TO,
  GATEWAY_X402_NETWORKS: JSON.stringify([{ network: "eip155:84532", rpc_urls: [`http://127.0.0.1:${sandboxWebPort}/evm-84532`] }]),
});
