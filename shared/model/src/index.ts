export type { StoredEvidence } from "./answers.ts";
export { fold, type Folded, type FoldInput } from "./fold.ts";
export { currentModel, Model, modelOf } from "./model-file.ts";
export type { PerBranch } from "./per-branch.ts";
export { Report, ReportEngine, ReportLine } from "./report.ts";
export { type Rederived, rederive } from "./rederive.ts";
export { type VerdictRow, verdictTable } from "./verdict.ts";
