import { consume, type Delivery, DropError, writeFact } from "@token-sentiment/bus";
import { durables, MalformedFactError, RESOLVER, streams, subjects, type Token, UnknownVersionError } from "@token-sentiment/contract";
import { openWorker, readTask, type Task, type WorkerRoom } from "@token-sentiment/engine";
import { createCoinList } from "./coin-list.ts";
import { resolve, type Sources } from "./resolve.ts";

/** What a replica runs on. */
export interface ResolverRoom extends WorkerRoom {
  config: { ENGINE_COINGECKO_URL: string; ENGINE_DEXSCREENER_URL: string };
  /** Requests at once; 8 when omitted. */
  concurrency?: number;
}

/** The fact is written within 5 s of the request: this long the sources are waited for. */
const ASK_MS = 4000;
/** So that a search that hangs is tried again. */
const SEARCH_MS = 1500;
const BEAT_MS = 3000;
const GRACE_MS = 6000;
/** A request that came so often killed whoever asked: it is answered without asking. */
const LAST_ATTEMPT = 3;
const MINUTE = 60_000;
const LIST_BYTES = 24 * 1024 * 1024;

const unresolved = ({ job_id, chain_id, coin_symbol }: Task, source: string): Token => ({
  job_id,
  chain_id,
  coin_symbol,
  ambiguous: false,
  candidates: [],
  source,
});

function read(fact: Delivery["fact"]): Task {
  try {
    return readTask(fact);
  } catch (cause) {
    if (!(cause instanceof UnknownVersionError || cause instanceof MalformedFactError)) throw cause;
    throw new DropError(cause.message, { cause });
  }
}

/** Starts one replica: each request without a contract gets one token fact, whatever the sources do. Disposing hands back what it holds. */
export async function startResolver(room: ResolverRoom): Promise<AsyncDisposable> {
  const { bus, log, metrics, config, concurrency = 8, now = Date.now } = room;
  await using opening = new AsyncDisposableStack();
  const worker = await openWorker({ name: RESOLVER, patienceMs: ASK_MS, stack: opening }, room);
  const { ENGINE_COINGECKO_URL: listUrl, ENGINE_DEXSCREENER_URL: searchUrl } = config;
  const coingecko =
    listUrl === ""
      ? undefined
      : worker.upstream("coingecko", {
          baseUrl: listUrl,
          timeoutMs: 20_000,
          maxBytes: LIST_BYTES,
          budget: { calls: 5, perMs: MINUTE },
        });
  const sources: Sources = {
    coins: coingecko && createCoinList(coingecko, now),
    dexscreener:
      searchUrl === ""
        ? undefined
        : worker.upstream("dexscreener", { baseUrl: searchUrl, timeoutMs: SEARCH_MS, budget: { calls: 60, perMs: MINUTE } }),
  };
  const facts = metrics.counter("tsa_resolver_tokens_total", "Token facts, by what was found.", { labels: ["found"] });
  await worker.announce();

  const find = async (task: Task, attempt: number): Promise<Token> => {
    if (attempt > LAST_ATTEMPT) return unresolved(task, "gave up after three tries");
    try {
      return await resolve(task, sources, AbortSignal.timeout(ASK_MS));
    } catch (err) {
      log.error({ err, job_id: task.job_id }, "resolving failed: this is a bug");
      return unresolved(task, "internal error");
    }
  };
  const consumed = { stream: streams.analysis, durable: durables.resolver, concurrency, beatMs: BEAT_MS, graceMs: GRACE_MS };
  opening.use(
    await consume(bus, consumed, async ({ fact, attempt }) => {
      const task = read(fact);
      const token = await find(task, attempt);
      const value = task.fresh ? { ...token, fresh: true } : token;
      await writeFact(bus, { kind: "token", subject: subjects.token(token.chain_id, token.job_id), value });
      const found = token.contract_address === undefined ? "nothing" : token.ambiguous ? "ambiguous" : "one";
      facts.inc({ found });
      log.info({ job_id: token.job_id, found, source: token.source, candidates: token.candidates.length }, "resolved");
    }),
  );
  return opening.move();
}
