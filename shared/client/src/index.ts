export {
  type AnalysisRequest,
  type Branch,
  type ChainId,
  type EngineAnswer,
  type FinalJob,
  isFinal,
  type Job,
  type Payload,
  type Progress,
  type Submitted,
  type Verdict,
} from "./analysis.ts";
export { type Analysis, type AnalyzeOptions, type Client, type ClientOptions, createClient } from "./client.ts";
export {
  AnalysisFailedError,
  BusyError,
  DemoLimitError,
  InvalidRequestError,
  JobNotFoundError,
  mayPass,
  TokenSentimentError,
  UnauthorizedError,
  UnavailableError,
  WaitTimeoutError,
} from "./errors.ts";
export type { FollowOptions } from "./follow.ts";
export type { Pace } from "./pace.ts";
export type { SubmitOptions } from "./submit.ts";
