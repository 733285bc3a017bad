export type { Scenario } from "./scenario.ts";
export { type Sandbox, type SandboxOptions, type SandboxToken, startSandbox } from "./start-sandbox.ts";
