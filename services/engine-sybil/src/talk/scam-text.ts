import type { Post } from "../post.ts";
import { skeleton } from "../text/skeleton.ts";
import { scamWeights } from "./scam-weights.ts";

/** Weights are told apart by this many hashes of words and pairs of words. */
export const SCAM_BUCKETS = 1 << 15;
/** Above it the training posts that are no scam score in one of a hundred cases, in folds that did not see them. */
const SCAM = scamWeights.limit;

const LINK = /https?:\/\/\S+/g;
const ADDRESS = /0x[0-9a-f]{6,}|\b[1-9a-hj-np-z]{32,44}\b/g;
const TOKEN = /[\p{L}\p{N}_']+|[$#@](?=\w)|\p{Extended_Pictographic}|[!?%+]/gu;
const TOKENS_MAX = 200;

function bucketOf(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 0) % SCAM_BUCKETS;
}

/** The buckets of a text's words and pairs of neighbours, each once: what it looks like, its links and addresses as such, digits as one. */
export function bucketsOf(text: string): Set<number> {
  const plain = skeleton(text).toLowerCase().replaceAll(LINK, " URL ").replaceAll(ADDRESS, " ADDRESS ").replaceAll(/\d+/g, "0");
  const tokens = (plain.match(TOKEN) ?? []).slice(0, TOKENS_MAX);
  const buckets = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    buckets.add(bucketOf(token));
    if (index > 0) buckets.add(bucketOf(`${tokens[index - 1]} ${token}`));
  }
  return buckets;
}

/** A linear model: one weight a bucket, and what a text without known words scores. */
export interface ScamModel {
  weights: ArrayLike<number>;
  bias: number;
}

/** How far a text reads like a scam, spam or an advertisement, in nats: bias + Σ weights / sqrt(number of buckets). */
export function scamScore(buckets: ReadonlySet<number>, { weights, bias }: ScamModel): number {
  let sum = 0;
  for (const bucket of buckets) sum += weights[bucket] ?? 0;
  return bias + sum / Math.sqrt(Math.max(1, buckets.size));
}

const bytes = new Int8Array(Buffer.from(scamWeights.weights, "base64"));
const shipped: ScamModel = { weights: Float32Array.from(bytes, (weight) => weight * scamWeights.scale), bias: scamWeights.bias };

/** Whether a text reads like a scam, spam or an advertisement to the model learned from labelled posts (docs/evaluation.md). */
export const readsLikeScam = (text: string): boolean => scamScore(bucketsOf(text), shipped) > SCAM;

/** The posts that the model was learned from, as a fingerprint: on them it proves nothing. */
export const scamTrainedOn: string = scamWeights.trainedOn;

/** Posts that were looked at, and those that read like scams, spam or advertisements. Plain data. */
export interface Promotion {
  looked: number;
  found: number;
}

/** More are not looked at: the share is as sure with these. */
const LOOKED_MAX = 1_000;

/** How much of the talk is none, over at most 1,000 originals, evenly taken. */
export function promotionIn(originals: readonly Post[]): Promotion {
  const step = Math.max(1, originals.length / LOOKED_MAX);
  const looked = Array.from({ length: Math.min(LOOKED_MAX, originals.length) }, (_, index) => originals[Math.floor(index * step)]);
  return { looked: looked.length, found: looked.filter((post) => post !== undefined && readsLikeScam(post.text)).length };
}
