export { market } from "./market.ts";
export { CHUNK_MS, type Trade } from "./pump/order-flow.ts";
export { type PumpStart, pumpStarts } from "./pump/pump.ts";
