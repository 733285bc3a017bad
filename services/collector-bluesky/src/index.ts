export { startCollector, type CollectorRoom } from "./start-collector.ts";
