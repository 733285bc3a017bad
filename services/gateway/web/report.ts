import type { Branch, Client } from "@token-sentiment/client";

/** A number for each scenario. */
export type PerBranch = Record<Branch, number>;

/** One observation, as far as this page shows it. */
export interface ReportLine {
  engine: string;
  code: string;
  label: string;
  status: "hit" | "clear" | "unknown" | "inconclusive";
  text: string;
  source: string;
  age_ms: number;
  counted: PerBranch;
  posterior: PerBranch;
}

/** Points over time: `[epoch ms, value]`, and what they are. */
export interface PriceSeries {
  source: string;
  points: [at: number, usd: number][];
}

/** Posts over time: `[epoch ms, author, coordinated]`, authors numbered by their first post. */
export interface PostSeries {
  posts: [at: number, author: number, coordinated: 0 | 1][];
  of: number;
}

/** Why a job ended as it did, as far as this page shows it. */
export interface Report {
  settled_at: number;
  chain_id?: string;
  contract_address?: string;
  model_version: string;
  reproduced: boolean;
  prior: PerBranch;
  posterior: PerBranch;
  lines: ReportLine[];
  coverage: number;
  agreement: number;
  confidence: { raw: number; value: number };
  event: { measured: number | null; threshold: number; found: boolean };
  verdict_row: string;
  engines: { engine: string; outcome: string; reason?: string; elapsed_ms?: number; cached?: boolean }[];
  series?: { price?: PriceSeries; posts?: PostSeries };
}

/** A past verdict. */
export interface PastVerdict {
  settled_at: number;
  coin_symbol: string;
  executable_verdict: string;
  confidence: number;
  drama_index: number;
}

/** The report of a job; undefined where there is none. */
export async function readReport(client: Client, jobId: string): Promise<Report | undefined> {
  // The service is the page's own: what it sends is what its schema says.
  return (await client.read(`/api/agent/${encodeURIComponent(jobId)}/report`).catch(() => undefined)) as Report | undefined;
}

/** What earlier analyses said of a contract, newest first; undefined where it cannot be told. */
export async function readHistory(client: Client, chain: string, address: string): Promise<PastVerdict[] | undefined> {
  const path = `/api/tokens/${encodeURIComponent(chain)}/${encodeURIComponent(address)}/history`;
  const found = (await client.read(path).catch(() => undefined)) as { verdicts: PastVerdict[] } | undefined;
  return found?.verdicts;
}
