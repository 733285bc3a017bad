import { createMetrics } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { assess } from "./assess.ts";
import { createSybilMetrics } from "./metrics.ts";

test("each limit that cut an assessment is counted apart, and samples without posts have no share", async () => {
  const registry = createMetrics();
  const { judged } = createSybilMetrics(registry);
  const nothing = assess({ posts: [], platforms: [], until: 0, symbol: "OAK", found: 0 });
  const talk = { links: { top: undefined, invitingAccounts: 0 }, bait: { posts: 0, accounts: 0, wallets: 0, orders: 0 } };
  const coAction = { accounts: 0, posts: 0, truncated: true, unfinished: false };
  judged({ assessment: nothing, talk, seconds: {} });
  judged({ assessment: { ...nothing, posts: 10, found: 12, clusters: 4, coAction }, talk, seconds: { texts: 0.5 } });
  judged({
    assessment: { ...nothing, posts: 10, found: 10, coAction: { ...coAction, truncated: false, unfinished: true } },
    talk,
    seconds: {},
  });
  const text = await registry.text();
  for (const limit of ["posts", "pairs", "time"]) expect(text).toContain(`tsa_sybil_truncated_total{limit="${limit}"} 1`);
  expect(text).toContain("tsa_sybil_clusters_count 2");
  expect(text).toContain("tsa_sybil_clusters_sum 4");
  expect(text).toContain("tsa_sybil_coordinated_share_count 2");
  expect(text).toContain('tsa_sybil_stage_seconds_sum{stage="texts"} 0.5');
});
