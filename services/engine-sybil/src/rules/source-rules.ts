import { rule, type Rule } from "@token-sentiment/engine";
import type { Facts } from "../facts.ts";
import { silent } from "./weights.ts";
import { list, many } from "./wording.ts";

/** From this share on it is said that posts could not be read (sybil.md §10). */
const UNREAD = 0.2;

const options = (source: string) => ({ label: "SOCIAL", status: "unknown", source, group: "sources" }) as const;

/** What could not be seen: never to be taken for calm. */
export function sourceRules({ assessment, answered, speaking, failed, cut, notAsked, off }: Facts): Rule<Facts>[] {
  return [
    rule(
      "no_posts",
      options("posts"),
      () => assessment.posts === 0,
      () => `no posts found in 24 h on ${list(answered)}; coordination not assessed`,
      silent,
    ),
    rule(
      "unfinished",
      { ...options("posts"), label: "SYBIL" },
      () => assessment.coAction.unfinished,
      () => "partial: whether accounts acted together was not assessed to its end, there was no time",
      silent,
    ),
    rule(
      "unread_languages",
      {
        ...options("posts"),
        values: () => ({ posts: assessment.posts, looked: assessment.unread.looked, found: assessment.unread.found }),
      },
      () => assessment.unread.found > UNREAD * assessment.unread.looked,
      () =>
        `${assessment.unread.found} of ${many(assessment.unread.looked, "post")} are in languages that are not read: what they feel is not known`,
      silent,
    ),
    rule(
      "one_platform",
      options("posts"),
      () => speaking.length === 1,
      () => `posts on ${list(speaking)} only: timing across platforms cannot be assessed`,
      silent,
    ),
    ...failed.map(({ platform, reason }) =>
      rule<Facts>(
        "source_unavailable",
        { ...options(platform), values: () => ({ platform }) },
        () => true,
        () => `${reason}; judged without its posts${cut.includes(platform) ? " of earlier hours" : ""}`,
        silent,
      ),
    ),
    rule(
      "source_not_asked",
      { ...options("posts"), values: () => ({ sources: notAsked.length }) },
      () => notAsked.length > 0,
      () => `not asked, because the symbol cannot be looked for there: ${list(notAsked)}`,
      silent,
    ),
    rule(
      "source_off",
      { ...options("configuration"), values: () => ({ sources: off.length }) },
      () => off.length > 0,
      () => `not asked, because no address is configured: ${list(off)}`,
      silent,
    ),
    rule(
      "posts_left_out",
      { ...options("posts"), values: () => ({ posts: assessment.posts, found: assessment.found }) },
      () => assessment.found > assessment.posts || cut.length > 0,
      () =>
        assessment.found > assessment.posts
          ? `based on a sample of ${assessment.posts} of ${assessment.found} posts`
          : `only the newest posts of ${list(cut)} were read: there are more than are asked for`,
      silent,
    ),
  ];
}
