export type { BudgetLimit } from "./budget-window.ts";
export type { Circuit } from "./circuit.ts";
export { type Analysis, type Analyze, type Context, defineEngine, type Engine, type Kit, type TokenInput } from "./define-engine.ts";
export { RejectedError, UnavailableError } from "./errors.ts";
export { observeRules, rule, type Rule, type RuleOptions } from "./rule.ts";
export { serve } from "./serve.ts";
export { type EngineRoom, serveEngine } from "./serve-engine.ts";
export type { Call, Upstream, UpstreamOptions } from "./upstream.ts";
export type { Query } from "./upstream-url.ts";
