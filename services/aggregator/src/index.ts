export { type AggregatorOptions, startAggregator } from "./start-aggregator.ts";
