/** What Prometheus sees in a case of a test: series and their values at each minute, in promtool's notation (`0+1x10` = 0, 1, ... 10). */
export type Series = Record<string, string>;

/** One alert, and the two cases that prove it. */
export interface Alert {
  name: string;
  expr: string;
  /** How long it must hold. */
  for?: string;
  severity: "page" | "ticket";
  /** One sentence; what to do is under the heading of its name in docs/operations.md. */
  summary: string;
  /** It fires after `at`, with these labels of the series beside its own. */
  fires: { at: string; series: Series; labels?: Record<string, string> };
  /** It stays silent after the same time: the same thing, just tolerable. */
  silent: Series;
}
