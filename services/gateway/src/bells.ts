import { doorbells } from "@token-sentiment/contract";
import { type Bus, subscribeDoorbell } from "@token-sentiment/bus";
import type { Metrics } from "@token-sentiment/runtime";

/** One kind of doorbell. */
interface Bell {
  /** Calls `ring` with each sequence that rings for a job, until disposed. */
  listen(jobId: string, ring: (seq: number) => void): Disposable;
  /** How many listen. */
  count(): number;
}

/** What rings: a job's row, its evidence. */
export interface Bells {
  rows: Bell;
  evidence: Bell;
}

/** One core subscription on `subject`, which names all jobs, for however many wait; none while nobody does. */
function createBell(bus: Bus, subject: string): Bell {
  const waiting = new Map<string, Set<(seq: number) => void>>();
  let heard: Disposable | undefined;
  let count = 0;
  const listen: Bell["listen"] = (jobId, ring) => {
    heard ??= subscribeDoorbell(bus, subject, (rung, seq) => {
      for (const each of waiting.get(doorbells.jobOf(rung)) ?? []) each(seq);
    });
    const rings = waiting.get(jobId) ?? new Set();
    waiting.set(jobId, rings.add(ring));
    count++;
    return {
      [Symbol.dispose]() {
        if (!rings.delete(ring)) return;
        count--;
        if (rings.size === 0) waiting.delete(jobId);
        if (count > 0) return;
        heard?.[Symbol.dispose]();
        heard = undefined;
      },
    };
  };
  return { listen, count: () => count };
}

/** The doorbells of a gateway, and the gauge of who waits for them: everybody for rows, streams for evidence too. */
export function createBells(bus: Bus, metrics: Metrics): Bells {
  const rows = createBell(bus, doorbells.jobs);
  const evidence = createBell(bus, doorbells.evidence);
  metrics.gauge("tsa_gateway_waiters", "Clients that wait for a job, by way: long_poll, stream.", {
    labels: ["way"],
    collect() {
      this.set({ way: "long_poll" }, rows.count() - evidence.count());
      this.set({ way: "stream" }, evidence.count());
    },
  });
  return { rows, evidence };
}
