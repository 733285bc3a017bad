export type { Ask } from "./ask.ts";
export { type Income, readIncome, readPaid } from "./read-income.ts";
export { type BlockTime, firstBlockAt, readBlock } from "./read-logs.ts";
export { type Difference, differences, type Matched, reconcile } from "./reconcile.ts";
