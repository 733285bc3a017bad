export { type Sandbox, type SandboxOptions, type SandboxToken, startSandbox } from "./start-sandbox.ts";
