export { answersOf, type StoredEvidence } from "./answers.ts";
export type { Report, ReportEngine, ReportLine } from "./explain.ts";
export { fold, type Folded, type FoldInput } from "./fold.ts";
export { currentModel, Model } from "./model-file.ts";
export { type PerBranch, perBranch } from "./per-branch.ts";
export { pool } from "./pool.ts";
export { type VerdictRow, verdictTable } from "./verdict.ts";
