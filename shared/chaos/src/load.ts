import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Observation } from "@token-sentiment/testing";
import { z } from "zod";

const Answer = z.looseObject({ job_id: z.string().optional(), status: z.string().optional() });

/** One submission, and what became of it in the eyes of its client. */
export interface Submitted {
  requestId: string;
  symbol: string;
  /** The demo device that submitted it; undefined with the key. */
  device: string | undefined;
  /** Undefined = refused by the demo limit, or never accepted. */
  jobId: string | undefined;
  /** By the demo limit. */
  refused: boolean;
  /** When its 202 came, and when its end was read, ms of this process. */
  acceptedAt: number;
  endedAt: number;
  seen: Observation[];
}

/** What is submitted, how fast, and to whom. */
export interface LoadOptions {
  urls: () => readonly string[];
  key: string;
  random: () => number;
  /** Clients at once; each submits, reads to the end, submits the next. */
  atOnce: number;
  /** False ends the load: what is submitted is still read to its end. */
  goOn: (submitted: number) => boolean;
  /** Of the next one. */
  symbol: () => string;
  /** One in so many comes from a demo device, three to a device of two calls; 0 = none. */
  demoEvery?: number;
  /** Between two submissions of a client, ms. */
  pauseMs?: number;
}

/** Above what any job may take: who has read for so long reads a job that is stuck. */
const READ_LIMIT_MS = 200_000;
const SUBMIT_LIMIT_MS = 120_000;
const ANSWER_LIMIT_MS = 15_000;
const OAK = "0x6982508145454ce325ddbe47a25d4ec3d2311933";

/** An answer to a submission that was no 202. */
export interface Refusal {
  /** When it was asked, ms of this process. */
  at: number;
  /** Undefined = no answer at all. */
  code: number | undefined;
  tookMs: number;
}

/** A running load. */
export interface Load {
  /** Everything submitted so far. */
  jobs: readonly Submitted[];
  refusals: readonly Refusal[];
  /** Makes `symbol` the next that is submitted. */
  submitNext(symbol: string): void;
  /** Settles when all that was submitted has been read to its end, or for too long. */
  done: Promise<void>;
}

interface Said {
  code: number;
  body: z.infer<typeof Answer>;
}

/** The gateway saw no whole request in time. */
const TOO_SLOW = 408;

/** An HTTP answer, or undefined when the gateway died, hung up, took too long or heard too little: a client asks again. */
async function ask(url: string, init: RequestInit = {}): Promise<Said | undefined> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const said = { code: answer.status, body: Answer.parse(await answer.json()) };
    return said.code === TOO_SLOW ? undefined : said;
  } catch (error) {
    // What fetch says of a connection that ended, of a time-out, and of half an answer.
    if (error instanceof TypeError || error instanceof DOMException || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Submits and reads as api.md wants it of clients: a POST is repeated with its request_id, a poll goes on through errors, at either gateway. */
export function startLoad(options: LoadOptions): Load {
  const { urls, key, random, atOnce, goOn, symbol, demoEvery = 0, pauseMs = 0 } = options;
  const jobs: Submitted[] = [];
  const refusals: Refusal[] = [];
  const wanted: string[] = [];
  const anyUrl = (): string => urls()[Math.floor(random() * urls().length)] ?? "";
  const demo = { count: 0, salt: randomUUID().slice(0, 8) };

  async function submit(job: Submitted): Promise<void> {
    const caller = job.device === undefined ? { authorization: `Bearer ${key}` } : { "x-demo-fingerprint": job.device };
    const headers = { "content-type": "application/json", ...caller };
    const body = JSON.stringify({ coin_symbol: job.symbol, contract_address: OAK, request_id: job.requestId });
    for (const until = Date.now() + SUBMIT_LIMIT_MS; Date.now() < until; await delay(50 + random() * 200)) {
      const at = Date.now();
      const said = await ask(`${anyUrl()}/api/agent`, { method: "POST", headers, body });
      if (said?.code !== 202) refusals.push({ at, code: said?.code, tookMs: Date.now() - at });
      if (said?.code === 403 && job.device !== undefined) {
        job.refused = true;
        return;
      }
      if (said?.code === 202) {
        job.jobId = said.body.job_id;
        job.acceptedAt = Date.now();
        job.seen.push({ status: "pending", body: undefined });
        return;
      }
      if (said && said.code < 429) throw new Error(`POST answered ${said.code}: ${JSON.stringify(said.body)}`);
    }
  }

  async function readToItsEnd(job: Submitted): Promise<void> {
    for (const until = Date.now() + READ_LIMIT_MS; Date.now() < until; await delay(20 + random() * 100)) {
      const wait = random() < 0.7 ? "?wait=10" : "";
      const said = await ask(`${anyUrl()}/api/agent/${job.jobId}${wait}`);
      if (!said || said.code >= 429) continue;
      const status = said.code === 200 ? (said.body.status ?? "") : `http ${said.code}`;
      job.seen.push({ status, body: said.body });
      if (status !== "completed" && status !== "failed") continue;
      job.endedAt = Date.now();
      return;
    }
  }

  function next(): Submitted {
    const n = jobs.length;
    const isDemo = demoEvery > 0 && n % demoEvery === demoEvery - 1;
    const device = isDemo ? `device-${demo.salt}-${Math.floor(demo.count++ / 3)}` : undefined;
    const requestId = randomUUID();
    const nothing = { jobId: undefined, refused: false, acceptedAt: 0, endedAt: 0, seen: [] };
    const job: Submitted = { requestId, symbol: wanted.shift() ?? symbol(), device, ...nothing };
    jobs.push(job);
    return job;
  }

  async function client(): Promise<void> {
    while (goOn(jobs.length)) {
      const job = next();
      await submit(job);
      if (job.jobId !== undefined) await readToItsEnd(job);
      if (pauseMs > 0) await delay(random() * 2 * pauseMs);
    }
  }

  const submitNext = (one: string): void => void wanted.push(one);
  return { jobs, refusals, submitNext, done: Promise.all(Array.from({ length: atOnce }, client)).then(() => undefined) };
}
