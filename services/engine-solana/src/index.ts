export { liquidityBand } from "./rules/liquidity-band.ts";
export { solana } from "./solana.ts";
