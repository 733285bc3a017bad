export { answersOf, type StoredEvidence } from "./answers.ts";
export { CalibrationFigures, shippedFigures } from "./calibration-figures.ts";
export { fold, type Folded, type FoldInput } from "./fold.ts";
export { currentModel, Model, modelOf } from "./model-file.ts";
export { type PerBranch, perBranch } from "./per-branch.ts";
export { pool } from "./pool.ts";
export { Report, ReportEngine, ReportLine } from "./report.ts";
export { type Rederived, rederive } from "./rederive.ts";
export { type VerdictRow, verdictTable } from "./verdict.ts";
