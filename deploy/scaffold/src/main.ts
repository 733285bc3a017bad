/** `npm run new:engine -- NAME`: a whole engine that passes every check, for its team to fill. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { addToTree } from "./add-to-tree.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
/** What is made from the roster, in an order in which each finds what it needs. */
const RENEWED = [
  "services/provisioner/src/write-permissions.ts",
  "deploy/manifests/src/write-manifests.ts",
  "deploy/grafana/src/write-dashboards.ts",
];

/** Runs a command in the tree, or says which one failed. */
function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

try {
  const [name = ""] = process.argv.slice(2);
  addToTree(root, name);
  for (const script of RENEWED) run(process.execPath, script);
  run("npx", "oxfmt", `services/engine-${name}`, "deploy/grafana/dashboards");
  run("npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error");
  process.stdout.write(
    `services/engine-${name} is there, with its roster row, broker account, manifests, dashboard and owners. Next: docs/writing-an-engine.md.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
