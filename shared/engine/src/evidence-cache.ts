import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Bucket } from "@token-sentiment/bus";
import { cacheKey, Measures, Series, Signal } from "@token-sentiment/contract";
import type { Log } from "@token-sentiment/runtime";
import { z } from "zod";
import type { Analysis, TokenInput } from "./define-engine.ts";
import type { EngineMetrics } from "./engine-metrics.ts";

const CacheEntry = z.object({
  /** Epoch ms by the clock of whoever wrote it. */
  fresh_until: z.int(),
  observed_at: z.int(),
  signals: z.array(Signal),
  measures: Measures,
  series: Series.optional(),
});

/** An analysis, and whether somebody else's. */
export interface Observation {
  analysis: Analysis;
  cached: boolean;
  /** When it was made, epoch ms. */
  observedAt: number;
}

/** Gives an answer again while it is fresh, and lets one process at a time make it. */
export interface EvidenceCache {
  /**
   * The stored answer, or that of whoever is making it, or the outcome of `analyze`. One that must be `fresh` is always made, and kept for
   * others. Only `analyze` can make it fail.
   */
  observe(token: TokenInput & { fresh?: boolean }, signal: AbortSignal, analyze: () => Promise<Analysis>): Promise<Observation>;
}

/** What a cache is made of. */
export interface CacheOptions {
  engine: string;
  version: string;
  /** 0 = off: every request is analyzed. */
  cacheMs: number;
  /** A lease outlives an attempt by a second. */
  timeoutMs: number;
  bucket: Bucket;
  log: Log;
  metrics: EngineMetrics;
  now: () => number;
}

const FOLLOW_EVERY_MS = 100;
/** A follower that waited so long analyzes by itself. */
const FOLLOW_MAX_MS = 5000;

/** The cache of one engine in bucket `cache`, with single flight in the process and a short lease key between replicas. */
export function createEvidenceCache({ engine, version, cacheMs, timeoutMs, bucket, log, metrics, now }: CacheOptions): EvidenceCache {
  const flights = new Map<string, Promise<Observation>>();
  const leaseSeconds = Math.ceil(timeoutMs / 1000) + 1;

  /** A cache that cannot be used is no cache. */
  const attempt = async <T>(what: string, run: () => Promise<T>): Promise<T | "broken"> => {
    try {
      return await run();
    } catch (err) {
      metrics.cache("error");
      log.warn({ err }, `the evidence cache failed: ${what}`);
      return "broken";
    }
  };
  const lookUp = async (key: string): Promise<Observation | undefined> => {
    const entry = CacheEntry.safeParse((await bucket.get(key))?.value).data;
    if (!entry || entry.fresh_until <= now()) return undefined;
    const { signals, measures, series } = entry;
    return { analysis: { signals, measures, ...(series && { series }) }, cached: true, observedAt: entry.observed_at };
  };
  const make = async (analyze: () => Promise<Analysis>): Promise<Observation> => {
    const analysis = await analyze();
    return { analysis, cached: false, observedAt: now() };
  };
  const makeAndKeep = async (key: string, analyze: () => Promise<Analysis>): Promise<Observation> => {
    metrics.cache("miss");
    const made = await make(analyze);
    const { signals, measures = {}, series, partial } = made.analysis;
    const kept = { signals, measures, ...(series && { series }) };
    const entry = { fresh_until: made.observedAt + cacheMs, observed_at: made.observedAt, ...kept };
    if (!partial) await attempt("put", () => bucket.put(key, entry));
    return made;
  };
  const lead = async (key: string, signal: AbortSignal, analyze: () => Promise<Analysis>): Promise<Observation> => {
    const leaseKey = `${key}.lease`;
    const began = now();
    for (let waited = false; ; waited = true) {
      const found = await attempt("get", () => lookUp(key));
      if (found === "broken") return make(analyze);
      if (found) {
        metrics.cache(waited ? "follower" : "hit");
        return found;
      }
      const leased = await attempt("lease", () => bucket.create(leaseKey, { at: now() }, leaseSeconds));
      if (leased === "broken") return make(analyze);
      if (leased !== undefined) break;
      if (signal.aborted || now() - began > FOLLOW_MAX_MS) return make(analyze);
      await delay(FOLLOW_EVERY_MS);
    }
    try {
      return await makeAndKeep(key, analyze);
    } finally {
      await attempt("release", () => bucket.delete(leaseKey));
    }
  };

  return {
    async observe(token, signal, analyze) {
      if (cacheMs <= 0) return make(analyze);
      const key = cacheKey(engine, hashOf(token, version));
      if (token.fresh) return makeAndKeep(key, analyze);
      const flying = flights.get(key);
      if (flying) {
        metrics.cache("follower");
        return { ...(await flying), cached: true };
      }
      const flight = lead(key, signal, analyze).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}

/** Case means nothing in an EVM address and everything in a Solana one. */
export function hashOf({ chain_id, contract_address = "", coin_symbol }: TokenInput, version: string): string {
  const address = chain_id === "solana" ? contract_address : contract_address.toLowerCase();
  return createHash("sha256")
    .update(JSON.stringify([version, chain_id, address, coin_symbol]))
    .digest("hex");
}
