/** Asks a node of one chain; rejects when none answers, or answers with an error. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>;
