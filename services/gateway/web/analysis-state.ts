import type { AnalysisRequest, EngineAnswer, Payload } from "@token-sentiment/client";
import type { PastVerdict, Report } from "./report.ts";

/** One engine's lane. */
export interface Lane {
  engine: string;
  answer?: EngineAnswer;
  /** Ms after the start. */
  at?: number;
}

/** What is shown of one analysis. */
export interface AnalysisState {
  /** `lost`: there is a job or was one, and its end cannot be told. */
  phase: "empty" | "running" | "completed" | "failed" | "lost" | "limit" | "refused";
  request?: AnalysisRequest;
  jobId?: string;
  startedAt?: number;
  lanes: Lane[];
  /** Why the last ask had no answer; the asking goes on. */
  interrupted?: string | undefined;
  payload?: Payload;
  report?: Report | undefined;
  history?: PastVerdict[] | undefined;
  /** Of a failure or a refusal. */
  problem?: string;
}

export type Action =
  | { type: "started"; request: AnalysisRequest; engines: readonly string[]; at: number }
  | { type: "submitted"; jobId: string }
  | { type: "answered"; answer: EngineAnswer; at: number }
  | { type: "interrupted"; reason: string }
  | { type: "heard" }
  | { type: "completed"; payload: Payload }
  | { type: "explained"; report: Report | undefined; history: PastVerdict[] | undefined }
  | { type: "ended"; phase: "failed" | "lost" | "limit" | "refused"; problem: string };

export const nothingYet: AnalysisState = { phase: "empty", lanes: [] };

/** What is shown after something happened: pure. */
export function next(state: AnalysisState, action: Action): AnalysisState {
  switch (action.type) {
    case "started":
      return { phase: "running", request: action.request, startedAt: action.at, lanes: action.engines.map((engine) => ({ engine })) };
    case "submitted":
      return { ...state, jobId: action.jobId, interrupted: undefined };
    case "answered": {
      const { answer, at } = action;
      const known = state.lanes.some(({ engine }) => engine === answer.engine);
      const lanes = known ? state.lanes : [...state.lanes, { engine: answer.engine }];
      return {
        ...state,
        interrupted: undefined,
        lanes: lanes.map((lane) => (lane.engine === answer.engine ? { engine: lane.engine, answer, at } : lane)),
      };
    }
    case "heard":
      return { ...state, interrupted: undefined };
    case "interrupted":
      return { ...state, interrupted: action.reason };
    case "completed":
      return { ...state, phase: "completed", payload: action.payload, interrupted: undefined };
    case "explained":
      return { ...state, report: action.report, history: action.history };
    case "ended":
      return { ...state, phase: action.phase, problem: action.problem, interrupted: undefined };
  }
}
