import type { Kit } from "@token-sentiment/engine";
import type { Timed } from "./analyst/open-analyst.ts";
import type { Gathered } from "./sources/gather.ts";

/** What the sybil engine counts beside what every engine counts (sybil.md §11). */
export interface SybilMetrics {
  gathered(gathered: Gathered): void;
  judged(judged: Timed): void;
}

const CLUSTERS = [0, 1, 3, 10, 30, 100, 300, 1000];
const SHARES = [0, 0.01, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1];

/** On a process's registry; counts nothing without one. */
export function createSybilMetrics(metrics: Kit<unknown>["metrics"]): SybilMetrics {
  const posts = metrics?.counter("tsa_sybil_posts_total", "Posts read, by platform.", { labels: ["platform"] });
  const errors = metrics?.counter(
    "tsa_sybil_source_errors_total",
    "Sources that failed an analysis, by code: 429, 403, 4xx, 5xx, unreachable, or later page (the newest posts were read).",
    { labels: ["platform", "code"] },
  );
  const stages = metrics?.histogram(
    "tsa_sybil_stage_seconds",
    "What a stage of an assessment took: texts, copies, co_action, bursts, mood.",
    { labels: ["stage"] },
  );
  const truncated = metrics?.counter(
    "tsa_sybil_truncated_total",
    "Assessments that a limit cut: posts (a sample was judged), pairs, time (co-action was not finished).",
    { labels: ["limit"] },
  );
  const clusters = metrics?.histogram("tsa_sybil_clusters", "Texts of an assessment that two accounts or more wrote.", {
    buckets: CLUSTERS,
  });
  const share = metrics?.histogram("tsa_sybil_coordinated_share", "Share of posts by accounts that acted together, by assessment.", {
    buckets: SHARES,
  });
  return {
    gathered({ posts: found, failed }) {
      const byPlatform = Map.groupBy(found, ({ platform }) => platform);
      for (const [platform, own] of byPlatform) posts?.inc({ platform }, own.length);
      for (const { platform, code } of failed) errors?.inc({ platform, code });
    },
    judged({ assessment, seconds }) {
      const { coAction, coordinated } = assessment;
      for (const [stage, took] of Object.entries(seconds)) stages?.observe({ stage }, took);
      if (assessment.found > assessment.posts) truncated?.inc({ limit: "posts" });
      if (coAction.truncated) truncated?.inc({ limit: "pairs" });
      if (coAction.unfinished) truncated?.inc({ limit: "time" });
      if (assessment.posts === 0) return;
      clusters?.observe(assessment.clusters);
      share?.observe(coordinated.share);
    },
  };
}
