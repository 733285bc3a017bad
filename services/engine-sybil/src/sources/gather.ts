import { UnavailableError } from "@token-sentiment/engine";
import type { Platform, Post } from "../post.ts";
import type { Coverage } from "../sample.ts";
import { TEXT_MAX } from "../text/skeleton.ts";
import type { Question, Source } from "./source.ts";

/** What all sources gave together. */
export interface Gathered {
  posts: Post[];
  /** Sources that answered, and from when on their posts are complete. */
  platforms: Coverage[];
  /** Sources that answered with the newest posts only. */
  cut: Platform[];
  /** Sources that could not be read, or not to the end, and why. */
  failed: { platform: Platform; reason: string; code: FailureCode }[];
  /** Sources in which the token has no name that can be looked for. */
  notAsked: Platform[];
}

/** What a source answered instead of posts, for counting. */
type FailureCode = "429" | "403" | "4xx" | "5xx" | "unreachable" | "later page";

function codeOf({ status }: UnavailableError): FailureCode {
  if (status === undefined || status < 400) return "unreachable";
  if (status === 429 || status === 403) return `${status}`;
  return status < 500 ? "4xx" : "5xx";
}

/** What is judged of a post, in a string of its own: a part of a longer one would keep all of it. */
const kept = (post: Post): Post =>
  post.text.length <= TEXT_MAX ? post : { ...post, text: Buffer.from(post.text.slice(0, TEXT_MAX), "utf16le").toString("utf16le") };

/** A source may take no longer, so that a slow one costs its own posts only. */
const SOURCE_MS = 6000;

/**
 * Asks all sources at once.
 * @throws UnavailableError when none of them could be asked.
 */
export async function gather(sources: readonly Source[], question: Question): Promise<Gathered> {
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(SOURCE_MS)]);
  const gathered: Gathered = { posts: [], platforms: [], cut: [], failed: [], notAsked: [] };
  await Promise.all(
    sources.map(async ({ platform, read }) => {
      try {
        const harvest = await read({ ...question, signal });
        if (harvest === "not asked") {
          gathered.notAsked.push(platform);
          return;
        }
        if (harvest === "no place") return;
        const { posts, since, failure } = harvest;
        for (const post of posts) gathered.posts.push(kept(post));
        gathered.platforms.push({ platform, since });
        if (since > question.since) gathered.cut.push(platform);
        if (failure !== undefined) gathered.failed.push({ platform, reason: failure, code: "later page" });
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        gathered.failed.push({ platform, reason: error.message, code: codeOf(error) });
      }
    }),
  );
  const byName = (a: { platform: string }, b: { platform: string }): number => (a.platform < b.platform ? -1 : 1);
  gathered.platforms.sort(byName);
  gathered.failed.sort(byName);
  gathered.cut.sort();
  gathered.notAsked.sort();
  if (gathered.platforms.length > 0) return gathered;
  const reasons = gathered.failed.map(({ reason }) => reason);
  throw new UnavailableError(
    `no social source could be asked: ${(reasons.length > 0 ? reasons : ["the symbol cannot be looked for"]).join("; ")}`,
  );
}
