export { type ResolverRoom, startResolver } from "./start-resolver.ts";
