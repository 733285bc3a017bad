export { sybil } from "./sybil.ts";
