/** Who made a transaction fail. */
export interface RefusedBy {
  /** A program's address; empty when none is named. */
  by: string;
  /** The number that it gave, when it gave one. */
  error?: number;
}

const FAILED = /^Program (\w+) failed(?:: custom program error: 0x([0-9a-f]{1,8}))?/;

/** Reads off a failed transaction's log who gave up: the hook when it is among those that did, whomever it had fail for it; else the innermost. */
export function refusalIn(logs: readonly string[], hook: string | undefined): RefusedBy {
  const failures = logs.flatMap((line): RefusedBy[] => {
    const [, by, number] = FAILED.exec(line) ?? [];
    return by === undefined ? [] : [{ by, ...(number !== undefined && { error: Number.parseInt(number, 16) }) }];
  });
  return failures.find(({ by }) => by === hook) ?? failures[0] ?? { by: "" };
}
