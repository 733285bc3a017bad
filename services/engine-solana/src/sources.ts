import { UnavailableError, type Upstream } from "@token-sentiment/engine";
import type { RememberedReports } from "./checkers/remember-reports.ts";
import type { Simulator } from "./simulation/open-simulator.ts";

/** Whom the engine asks; undefined = off. */
export interface Sources {
  /** Nodes that give accounts away, in the order in which they are tried. */
  endpoints: readonly Upstream[];
  /** A node that also says who the largest holders are: those that need no key refuse to. */
  holdersNode: Upstream | undefined;
  rugcheck: Upstream | undefined;
  goplus: Upstream | undefined;
  /** RugCheck's answers of the last half hour. */
  reports: RememberedReports;
  simulator: Simulator | undefined;
  /** True = the launch is looked through, which costs up to 43 calls of `holdersNode`. */
  scansLaunch: boolean;
}

/** Ends with the attempt, or earlier. */
export const within = (signal: AbortSignal, ms: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ms)]);

/** Why a source did not answer, for people. */
const whyOf = ({ status, message }: UnavailableError): string => (status === undefined ? message : `HTTP ${status}`);

/** The outcome, or why there is none; only a source's failure is one. */
export async function unlessUnavailable<T>(
  ask: () => Promise<T>,
): Promise<T | { kind: "missing"; why: string; status: number | undefined }> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    return { kind: "missing", why: whyOf(error), status: error.status };
  }
}
