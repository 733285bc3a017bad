import { type Dashboard, DashboardBuilder } from "@grafana/grafana-foundation-sdk/dashboard";
import { engineNames, engineRole } from "@token-sentiment/contract";
import { type Panel, panelOf } from "./panel.ts";
import { broker, engines, jobs, payments, team, webhooks } from "./panels.ts";

function dashboard(uid: string, title: string, panels: readonly Panel[]): Dashboard {
  const builder = new DashboardBuilder(title)
    .uid(`tsa-${uid}`)
    .tags(["token-sentiment"])
    .refresh("30s")
    .time({ from: "now-3h", to: "now" });
  for (const panel of panels) builder.withPanel(panelOf(panel));
  return builder.build();
}

/** Every panel, by the name of its dashboard: jobs, engines, broker, webhooks, payments, and one a team. */
export const panels: Readonly<Record<string, readonly Panel[]>> = {
  jobs,
  engines,
  broker,
  webhooks,
  payments,
  ...Object.fromEntries(engineNames.map((engine) => [engineRole(engine), team(engineRole(engine))])),
};

/** Every dashboard as Grafana reads it, by its file's name below deploy/grafana/dashboards. */
export const dashboards = (): Record<string, Dashboard> =>
  Object.fromEntries(Object.entries(panels).map(([name, shown]) => [`${name}.json`, dashboard(name, `Token sentiment: ${name}`, shown)]));
