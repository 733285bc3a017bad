import { z } from "zod";

/** The environment every service reads. */
export const BaseConfig = z.object({
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** Port of `/livez`, `/readyz` and `/metrics`; 0 takes any free one, announced in the ready line. */
  PROBE_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  NATS_URL: z.string().min(1).default("nats://127.0.0.1:4222"),
  /** File with the role's nkey seed; unset only on a broker without authentication. */
  NATS_NKEY_SEED_FILE: z.string().min(1).optional(),
  /** An OTLP/HTTP collector for traces, without `/v1/traces`; unset = nothing is exported. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of traces that are exported, 0..1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.1),
});
export type BaseConfig = z.infer<typeof BaseConfig>;

/** The environment a service cannot run with: one line per variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** `EX_CONFIG` of sysexits.h: starting again will not help. */
const EXIT_CONFIG = 78;

/**
 * A service's own settings and the base settings, out of one environment. An empty string counts as unset.
 * @throws ConfigError naming every variable that does not fit and what would; never a variable's value.
 */
export function parseConfig<C extends z.ZodObject>(schema: C, env: Record<string, string | undefined>): z.infer<C> & BaseConfig {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const base = BaseConfig.safeParse(set);
  const own = schema.safeParse(set);
  if (base.success && own.success) return { ...base.data, ...own.data };
  const issues = [...(base.error?.issues ?? []), ...(own.error?.issues ?? [])];
  throw new ConfigError([...new Set(issues.map((issue) => sentenceOf(issue, schema, set)))]);
}

/** As `parseConfig` over the process's environment; prints every problem to stderr and exits with 78. */
export function readConfig<C extends z.ZodObject>(schema: C): z.infer<C> & BaseConfig {
  try {
    return parseConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(EXIT_CONFIG);
  }
}

function sentenceOf(issue: z.core.$ZodIssue, schema: z.ZodObject, set: Record<string, unknown>): string {
  const name = String(issue.path[0] ?? "environment");
  const field = (schema.shape as Record<string, z.ZodType | undefined>)[name];
  const problem = issue.path.length > 0 && !(name in set) ? "is not set" : issue.message;
  return `${name}: ${problem}${field?.description ? ` (${field.description})` : ""}`;
}
