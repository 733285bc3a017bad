import type { Request } from "@token-sentiment/contract";
import type { HeardEvidence } from "./read-fact.ts";

/** A job whose request this replica holds. A memory of what was seen, never the truth. */
export interface OpenJob {
  request: Request;
  /** Broker time of the request, epoch ms. */
  requestAt: number;
  /** Evidence this replica has seen, by engine. */
  seen: Map<string, HeardEvidence>;
  /** The newest revision of its row that this replica knows, 0 for none. */
  revision: number;
  ended: boolean;
  /** Looks into the journal that are still wanted: it may hold what this replica has not seen. */
  looks: number;
  /** Resolves at the next thing worth a look; renewed by `wakened`. */
  woken: PromiseWithResolvers<void>;
}

/** The jobs this replica holds, and those that it has lately seen end. */
export interface JobRegister {
  open(job: Pick<OpenJob, "request" | "requestAt">): OpenJob;
  get(jobId: string): OpenJob | undefined;
  /** Forgets a job; `ended` when it is final. */
  close(jobId: string, ended: boolean): void;
  /** True when this replica has lately seen it end. */
  hasEnded(jobId: string): boolean;
  /** Makes the holder of a job look into its journal. */
  look(job: OpenJob): void;
  /** As `look`, for all that are held. */
  lookAll(): void;
  count(): number;
  /** Broker time of the oldest request held, undefined for none. */
  oldest(): number | undefined;
}

const REMEMBERED = 10_000;
/** A journal comes from any replica of the stream: the first look may be at one that is behind. */
const LOOKS = 2;

export function jobRegister(): JobRegister {
  const held = new Map<string, OpenJob>();
  const endings = boundedSet();
  return {
    open({ request, requestAt }) {
      const job: OpenJob = {
        request,
        requestAt,
        seen: new Map(),
        revision: 0,
        ended: false,
        looks: 0,
        woken: Promise.withResolvers(),
      };
      held.set(request.job_id, job);
      return job;
    },
    get: (jobId) => held.get(jobId),
    close(jobId, ended) {
      held.delete(jobId);
      if (ended) endings.add(jobId);
    },
    hasEnded: (jobId) => endings.has(jobId),
    look,
    lookAll() {
      for (const job of held.values()) look(job);
    },
    count: () => held.size,
    oldest: () =>
      [...held.values()].reduce<number | undefined>((least, { requestAt }) => Math.min(least ?? requestAt, requestAt), undefined),
  };
}

/** Forgets the oldest beyond `REMEMBERED`: a cache, so forgetting costs a read and nothing else. */
function boundedSet(): { add(id: string): void; has(id: string): boolean } {
  const ids = new Set<string>();
  return {
    add(id) {
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > REMEMBERED && oldest !== undefined) ids.delete(oldest);
    },
    has: (id) => ids.has(id),
  };
}

/** Makes the holder of a job look again. */
export const wake = (job: OpenJob): void => job.woken.resolve();

function look(job: OpenJob): void {
  job.looks = LOOKS;
  wake(job);
}

/** True when every expected engine has been seen. */
export const isComplete = ({ request, seen }: Pick<OpenJob, "request" | "seen">): boolean =>
  request.expects.every((engine) => seen.has(engine));
