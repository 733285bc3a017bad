import { type Address, defineChain, parseAbi } from "viem";

/** Base Sepolia: what is signed for it is worth nothing anywhere else, and none of the sandbox's tokens lives there. */
export const paymentChain = defineChain({
  id: 84_532,
  name: "Base Sepolia",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

/** The same chain as x402 names it (CAIP-2). */
export const PAYMENT_NETWORK = "eip155:84532";

/** USDC there, where its issuer deployed it. */
export const USDC: Address = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";

/** Where Multicall3 is on every chain: facilitators ask it why a transfer would fail. */
export const MULTICALL: Address = "0xcA11bde05977b3631167028862bE2a173976CA11";

/** What the sandbox itself calls of the test USDC. */
export const usdcAbi = parseAbi(["function mint(address to, uint256 value)", "function balanceOf(address account) view returns (uint256)"]);
