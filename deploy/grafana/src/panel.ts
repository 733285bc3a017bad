import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder } from "@grafana/grafana-foundation-sdk/timeseries";

/** What one panel shows. */
export interface Panel {
  title: string;
  /** Of the axis, as Grafana names it: `s`, `percentunit`, `reqps`, `short`. */
  unit: string;
  /** PromQL by legend; `{{label}}` in a legend is that label's value. */
  queries: Record<string, string>;
}

/** Where queries go: the data source that provisioning/ makes. */
const SOURCE = { type: "prometheus", uid: "prometheus" };
const [WIDTH, HEIGHT] = [12, 8];

/** A panel over time, two in a row. */
export function panelOf({ title, unit, queries }: Panel): PanelBuilder {
  const panel = new PanelBuilder().title(title).unit(unit).min(0).span(WIDTH).height(HEIGHT).datasource(SOURCE);
  for (const [legend, query] of Object.entries(queries)) panel.withTarget(new DataqueryBuilder().expr(query).legendFormat(legend));
  return panel;
}
