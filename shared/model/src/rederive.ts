import { Branch, type CoordinationSignals, type Payload, TIMED_OUT, type Verdict } from "@token-sentiment/contract";
import { chainOf } from "./rederive-chain.ts";
import { logLikelihoods, riskOf } from "./rederive-sums.ts";
import type { Report, ReportEngine } from "./report.ts";

/** What a report says the result must be. */
export type Rederived = { status: "completed"; payload: Payload } | { status: "failed"; error: string };

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const isMissing = ({ outcome }: ReportEngine): boolean => outcome === "silent" || outcome === "unavailable";

/** Probabilities: exp(logit / T) over their sum. */
function posteriorOf(evidence: Record<Branch, number>, { model, prior }: Report): Record<Branch, number> {
  const logits = Branch.options.map((branch) => Math.log(prior[branch]) + evidence[branch]);
  const top = Math.max(...logits);
  const raw = logits.map((logit) => Math.exp((logit - top) / model.temperature));
  const [real_crash = 0, whale_manipulation = 0, false_fud = 0] = raw.map((value) => value / sum(raw));
  return { real_crash, whale_manipulation, false_fud };
}

/** Four decimals that sum to 1: what cutting lost goes to the largest remainders, ties in the order of `Branch`. */
function rounded(p: Record<Branch, number>): Record<Branch, number> {
  const cut = Branch.options.map((branch) => ({
    branch,
    units: Math.floor(p[branch] * 10_000),
    rest: p[branch] * 10_000 - Math.floor(p[branch] * 10_000),
  }));
  const lost = 10_000 - sum(cut.map(({ units }) => units));
  for (const one of cut.toSorted((a, b) => b.rest - a.rest).slice(0, lost)) one.units++;
  const [crash, whale, fud] = cut.map(({ units }) => units / 10_000);
  return { real_crash: crash ?? 0, whale_manipulation: whale ?? 0, false_fud: fud ?? 0 };
}

const largest = (p: Record<Branch, number>): Branch => {
  const top = Math.max(...Branch.options.map((branch) => p[branch]));
  return Branch.options.find((branch) => p[branch] === top) ?? "real_crash";
};

function coverageOf({ engines }: Report): number {
  const applied = engines.filter(({ outcome }) => outcome !== "not_applicable");
  const weight = (some: readonly ReportEngine[]): number => sum(some.map((one) => one.weight));
  return applied.length === 0 ? 0 : weight(applied.filter(({ covered }) => covered)) / weight(applied);
}

/** Of all that the engines pull, each from its own mean, the share pulled towards the likeliest scenario. */
function agreementOf(report: Report, likeliest: Branch): number {
  const pulls = report.engines.map(({ engine }) => {
    const says = logLikelihoods(report, (line) => line.engine === engine);
    const top = Math.max(...Branch.options.map((branch) => says[branch]));
    return { pull: top - (says.real_crash + says.false_fud + says.whale_manipulation) / 3, towards: says[likeliest] === top };
  });
  const all = sum(pulls.map(({ pull }) => pull));
  return all > 0 ? sum(pulls.filter(({ towards }) => towards).map(({ pull }) => pull)) / all : 1;
}

function fitted(x: number, { calibration }: Report["model"]["confidence"]): number {
  if (!calibration) return x;
  if (calibration.kind === "platt") return 1 / (1 + Math.exp(-(calibration.a * x + calibration.b)));
  const [first, last] = [calibration.points[0], calibration.points.at(-1)];
  if (!first || !last || x <= first[0]) return first?.[1] ?? x;
  for (let i = 1; i < calibration.points.length; i++) {
    const [[x0, y0], [x1, y1]] = [calibration.points[i - 1] ?? first, calibration.points[i] ?? last];
    if (x === x1) return y1;
    if (x < x1) return x1 === x0 ? y0 : y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
  }
  return last[1];
}

function confidenceOf(report: Report, p: Record<Branch, number>): number {
  const { engines, model, ambiguous, resolved } = report;
  const nats = sum(Branch.options.map((branch) => (p[branch] > 0 ? -p[branch] * Math.log(p[branch]) : 0)));
  const certainty = 1 - Math.min(1, Math.max(0, nats / Math.log(3)));
  const raw = coverageOf(report) * Math.sqrt(certainty) * agreementOf(report, largest(p)) * (ambiguous ? model.confidence.ambiguous : 1);
  const blind = engines.some(({ decisive, covered, outcome }) => decisive && !covered && outcome !== "not_applicable");
  const limit = !resolved ? model.confidence.unresolved : blind ? model.confidence.without_decisive : 1;
  return Math.round(Math.min(limit, fitted(raw, model.confidence)) * 100) / 100;
}

/** The strongest event measured: as the engines say, or by talk above the usual. */
function eventOf({ engines, model }: Report): number | undefined {
  const talk = (chatter: number): number => Math.max(0, (chatter - model.chatter_usual) / (100 - model.chatter_usual));
  const all = engines.flatMap(({ measures: { event, chatter } }) => [event, chatter === undefined ? undefined : talk(chatter)]);
  const measured = all.filter((value) => value !== undefined);
  return measured.length > 0 ? Math.max(...measured) : undefined;
}

/** The worst of the critical findings: surest by all its sources together. */
function criticalOf({ lines, model }: Report): "proven" | "suspected" | "none" {
  const found = lines.filter(({ critical, status }) => critical === true && (status === "hit" || status === "inconclusive"));
  const hits = found.filter(({ status }) => status === "hit");
  const surest = hits.map(({ code }) => {
    const sources = new Set(hits.filter((line) => line.code === code).map(({ source }) => source));
    const doubts = [...sources].map((source) =>
      Math.min(...hits.filter((line) => line.code === code && line.source === source).map(({ reliability }) => 1 - reliability)),
    );
    return 1 - doubts.reduce((product, doubt) => product * doubt, 1);
  });
  if (surest.some((value) => value >= model.verdict.critical_reliability - 1e-9)) return "proven";
  return found.length > 0 ? "suspected" : "none";
}

type Numbers = { p: Record<Branch, number>; confidence: number; risk: number };

/** The verdict table of docs/model.md, row by row. */
function verdictOf(report: Report, { p, confidence, risk }: Numbers): Verdict {
  const { verdict, event_threshold } = report.model;
  const critical = criticalOf(report);
  const event = eventOf(report);
  const { danger } = verdict;
  if (critical === "proven") return "LIQUIDATE_LONGS";
  if (!report.resolved || coverageOf(report) < verdict.coverage || confidence < verdict.confidence) return "INSUFFICIENT_DATA";
  if (event === undefined && danger && p.real_crash >= danger.real_crash && risk >= danger.risk) return "INSUFFICIENT_DATA";
  if (event === undefined || event < event_threshold) return "HOLD";
  if (p.real_crash >= verdict.real_crash) return "LIQUIDATE_LONGS";
  if (critical === "suspected") return "HOLD";
  if (p.false_fud >= verdict.accumulate_false_fud && risk <= verdict.accumulate_risk) return "ACCUMULATE";
  return largest(p) === "false_fud" ? "IGNORE_FUD" : "HOLD";
}

function coordinationOf({ engines }: Report): CoordinationSignals {
  const first = (key: keyof CoordinationSignals, otherwise: number): number =>
    engines.map(({ measures }) => measures[key]).find((value) => value !== undefined) ?? otherwise;
  return {
    unique_author_ratio: first("unique_author_ratio", 1),
    duplicate_text_cluster_size: first("duplicate_text_cluster_size", 0),
    cross_platform_burst_window_minutes: first("cross_platform_burst_window_minutes", 0),
  };
}

function whyFailed({ engines, chain_id }: Report): string | undefined {
  if (engines.length === 0) return `no analysis engine covers chain ${chain_id}`;
  if (engines.some(({ outcome }) => outcome === "observed") || !engines.some(isMissing)) return undefined;
  if (engines.every(({ outcome }) => outcome === "silent")) return TIMED_OUT;
  return `no analysis engine could observe the token: ${engines.map(({ engine, reason }) => `${engine}: ${reason}`).join("; ")}`;
}

/**
 * Works the result out again from a report alone, by the arithmetic that docs/model.md writes down and by no function of the fold: an
 * auditor's second opinion. Equal to the row's payload, or its error, whatever the evidence.
 */
export function rederive(report: Report): Rederived {
  const error = whyFailed(report);
  if (error !== undefined) return { status: "failed", error };
  const { engines, model } = report;
  const posterior = posteriorOf(
    logLikelihoods(report, () => true),
    report,
  );
  const p = rounded(posterior);
  const confidence = confidenceOf(report, posterior);
  const risk = riskOf(report);
  const chatter = Math.round(Math.max(0, ...engines.map(({ measures }) => measures.chatter ?? 0)));
  const observed = engines.filter(({ outcome }) => outcome === "observed");
  const payload: Payload = {
    request_id: report.request_id,
    coin_symbol: report.coin_symbol,
    status: engines.some(isMissing) ? "degraded" : "ok",
    executable_verdict: verdictOf(report, { p, confidence, risk }),
    confidence,
    drama_index: Math.min(100, Math.round(model.drama.chatter * chatter + model.drama.risk * risk)),
    chatter_level: chatter,
    risk_score: risk,
    dominant_branch: largest(p),
    branch_probabilities: { real_crash: p.real_crash, false_fud: p.false_fud, whale_manipulation: p.whale_manipulation },
    evidence_chain: chainOf(report),
    coordination_signals: coordinationOf(report),
    served_from_cache: observed.length > 0 && observed.every(({ cached }) => cached),
    pipeline_elapsed_ms: Math.max(0, ...engines.map(({ answered_ms }) => answered_ms ?? 0)),
  };
  return { status: "completed", payload };
}
