/** `npm run dashboards`: writes deploy/grafana/dashboards. A test holds the files to the code. */
import { rmSync, mkdirSync, writeFileSync } from "node:fs";
import { dashboards } from "./dashboards.ts";

const folder = new URL("../dashboards/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, dashboard] of Object.entries(dashboards()))
  writeFileSync(new URL(name, folder), `${JSON.stringify(dashboard, undefined, 2)}\n`);
