export { type AppDependencies, buildApp } from "./app.ts";
export { workFinals } from "./work-finals.ts";
