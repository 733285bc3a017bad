export { type AppDependencies, buildApp } from "./app.ts";
