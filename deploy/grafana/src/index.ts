export { panels } from "./dashboards.ts";
