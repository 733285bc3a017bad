export { onchain } from "./onchain.ts";
