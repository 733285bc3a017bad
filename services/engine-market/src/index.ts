export type { Candle } from "./candle.ts";
export { market } from "./market.ts";
export { movementOf, weekOf } from "./movement.ts";
export { observeMarket } from "./observe-market.ts";
export { CHUNK_MS, type Trade } from "./pump/order-flow.ts";
export { pumpSight } from "./pump/pump-sight.ts";
export { type PumpStart, pumpStarts } from "./pump/pump.ts";
