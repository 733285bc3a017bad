export { market } from "./market.ts";
