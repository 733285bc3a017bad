/** Says why a service cannot work now, or undefined when it can. */
export type ReadinessCheck = () => Promise<string | undefined>;

const CHECK_LIMIT_MS = 1000;

/** The checks that must all pass before a service is sent work. */
export interface Readiness {
  add: (name: string, check: ReadinessCheck) => void;
  /** The reasons by check; empty = ready. A check that throws or takes over 1 s has failed. */
  reasons(): Promise<Record<string, string>>;
}

/** Not ready from the moment `draining` aborts. */
export function createReadiness(draining: AbortSignal): Readiness {
  const checks = new Map<string, ReadinessCheck>();
  return {
    add: (name, check) => void checks.set(name, check),
    async reasons() {
      if (draining.aborted) return { draining: "the service is shutting down" };
      const found = await Promise.all([...checks].map(async ([name, check]) => [name, await outcome(check)] as const));
      return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
    },
  };
}

async function outcome(check: ReadinessCheck): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, CHECK_LIMIT_MS, `no answer within ${CHECK_LIMIT_MS} ms`);
  });
  try {
    return await Promise.race([check(), limit]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
