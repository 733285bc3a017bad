import type { Bus } from "@token-sentiment/bus";
import { doorbells, headerNames } from "@token-sentiment/contract";

/** Who saw every row that the broker stored while it was connected. */
export interface Witness extends Disposable {
  /** The stream sequences at which a folded row of that job was stored: more than one is a second verdict. */
  verdictsOf(jobId: string): readonly number[];
}

const NONE: readonly number[] = [];

/** Listens, as a gateway, to what the broker republishes of each stored row: its headers, among them the evidence of a folded one. */
export function watchRows(gateway: Bus): Witness {
  const stored = new Map<string, Set<number>>();
  const subscription = gateway.nc.subscribe(doorbells.jobs, {
    callback: (error, { subject, headers }) => {
      if (error || headers?.has(headerNames.evidence) !== true) return;
      const jobId = doorbells.jobOf(subject);
      const seen = stored.get(jobId) ?? new Set();
      stored.set(jobId, seen.add(Number(headers.get("Nats-Sequence"))));
    },
  });
  return {
    verdictsOf: (jobId) => [...(stored.get(jobId) ?? NONE)],
    [Symbol.dispose]: () => subscription.unsubscribe(),
  };
}
