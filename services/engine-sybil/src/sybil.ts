import { type Analysis, defineEngine, observeRules, UnavailableError } from "@token-sentiment/engine";
import { openAnalyst } from "./analyst/open-analyst.ts";
import { Config } from "./config.ts";
import { eventOf, type Facts } from "./facts.ts";
import { createSybilMetrics } from "./metrics.ts";
import { rulesOn } from "./rules/rules-on.ts";
import { sampleOf, WINDOW_MS } from "./sample.ts";
import { gather } from "./sources/gather.ts";
import { openProjectSources, openSources } from "./sources/open-sources.ts";
import { createProjects } from "./sources/project.ts";
import { queryTerms } from "./sources/query-terms.ts";
import { readUsual } from "./talk/read-usual.ts";
import { chatterAgainst } from "./talk/usual.ts";

const SECOND = 1000;
/** Of looking the project up and asking all sources together: the rest of the time is for judging. */
const READING_MS = 8.5 * SECOND;
/** After that nothing more is begun: what is known by then can still be said in time. */
const JUDGING_ENDS_MS = 11 * SECOND;

/** Who talks about a token, and whether they act together: over the posts of the last 24 hours on public platforms. */
export const sybil = defineEngine({
  name: "sybil",
  timeoutMs: 12 * SECOND,
  cacheMs: 120 * SECOND,
  needsContract: false,
  config: Config,
  open: ({ config, stack, upstream, collected, metrics }) => {
    const { asked, off } = openSources(config, { upstream, collected });
    const counted = off.includes("bluesky") ? undefined : collected;
    const projectOf = createProjects(openProjectSources(config, upstream), Date.now);
    const analyst = stack.use(openAnalyst({ seed: config.ENGINE_SYBIL_HASH_SEED }));
    const measured = createSybilMetrics(metrics);
    return async (token, { signal, now }) => {
      if (asked.length === 0) throw new UnavailableError("no social source is configured");
      const until = now();
      const by = performance.now() + JUDGING_ENDS_MS;
      const reading = AbortSignal.any([signal, AbortSignal.timeout(READING_MS)]);
      const terms = queryTerms(token, await projectOf(token, reading));
      const [gathered, usual] = await Promise.all([
        gather(asked, { terms, since: until - WINDOW_MS, until, signal: reading }),
        readUsual(counted, terms, { until, signal: reading }),
      ]);
      measured.gathered(gathered);
      const { platforms, cut, failed, notAsked } = gathered;
      const { coin_symbol: symbol, contract_address: contract } = token;
      const sample = sampleOf(gathered.posts, { platforms, until, symbol, ...(contract !== undefined && { contract }) });
      const judged = await analyst.assess(sample, by);
      measured.judged(judged);
      const { assessment, talk: said } = judged;
      const answered = platforms.map(({ platform }) => platform);
      const speaking = answered.filter((platform) => sample.posts.some((post) => post.platform === platform));
      const talk = { ...said, usual };
      const facts: Facts = { assessment, talk, answered, speaking, cut, failed, notAsked, off };
      return { ...observeSybil(facts, until), partial: failed.length > 0 || assessment.coAction.unfinished || !isSilenceSeen(facts) };
    };
  },
});

/** What the engine says of what it knows at `until` (epoch ms): its lines, and what it measured. */
export const observeSybil = (facts: Facts, until: number): Pick<Analysis, "signals" | "measures" | "series"> => ({
  signals: observeRules(rulesOn(facts), facts, { observedAt: until }),
  measures: measuresOf(facts),
  ...(facts.assessment.series && { series: { posts: facts.assessment.series } }),
});

/** That nobody talks is known only when all were asked and answered. */
const isSilenceSeen = ({ assessment, failed, notAsked }: Facts): boolean =>
  assessment.posts > 0 || (failed.length === 0 && notAsked.length === 0);

/** Without posts nothing about coordination was measured, only that nobody talks; and not that, unless everybody answered. */
function measuresOf(facts: Facts): NonNullable<Analysis["measures"]> {
  const { posts, chatter: absolute, authorRatio, largestCluster, burst } = facts.assessment;
  const { usual } = facts.talk;
  const chatter = usual !== undefined && "posts" in usual ? chatterAgainst(usual) : absolute;
  if (posts === 0) return isSilenceSeen(facts) ? { chatter } : {};
  return {
    chatter,
    event: Math.round(eventOf(facts) * 10_000) / 10_000,
    unique_author_ratio: authorRatio,
    duplicate_text_cluster_size: largestCluster,
    cross_platform_burst_window_minutes: burst?.minutes ?? 0,
  };
}
