export { solana } from "./solana.ts";
