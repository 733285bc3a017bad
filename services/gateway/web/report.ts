import type { Branch, Client } from "@token-sentiment/client";
import { readOwn } from "./own-service.ts";

/** A number for each scenario. */
type PerBranch = Record<Branch, number>;

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

/** The price over time: minutes after `from` (epoch ms), and USD. */
export interface PriceSeries {
  source: string;
  from: number;
  points: [minutes: number, usd: number][];
}

/** Posts over time: minutes after `from` (epoch ms), who (numbered by first post), and whether that account acted together with others. */
export interface PostSeries {
  from: number;
  points: [minutes: number, author: number, together: 0 | 1][];
  /** How many posts these were taken from. */
  of: number;
}

const MINUTE_MS = 60_000;

/** Points with their time as epoch ms. */
export const timed = <T extends unknown[]>({ from, points }: { from: number; points: [number, ...T][] }): [number, ...T][] =>
  points.map(([minutes, ...rest]) => [from + minutes * MINUTE_MS, ...rest]);

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
  series: { price?: PriceSeries; posts?: PostSeries };
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
export const readReport = (client: Client, jobId: string): Promise<Report | undefined> =>
  readOwn<Report>(client, `/api/agent/${encodeURIComponent(jobId)}/report`);

/** What earlier analyses said of a contract, newest first; undefined where it cannot be told. */
export async function readHistory(client: Client, chain: string, address: string): Promise<PastVerdict[] | undefined> {
  const path = `/api/tokens/${encodeURIComponent(chain)}/${encodeURIComponent(address)}/history`;
  return (await readOwn<{ verdicts: PastVerdict[] }>(client, path))?.verdicts;
}
