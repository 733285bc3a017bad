import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addToTree } from "../src/add-to-tree.ts";

const root = new URL("../../../", import.meta.url).pathname;

/** The tree as it is, with rooms of its own and the packages of this one. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), "tsa-tree-"));
  const left = new Set(["node_modules", ".git", ".data", ".tools", ".turbo"]);
  for (const entry of readdirSync(root).filter((name) => !left.has(name)))
    cpSync(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (path) => !path.endsWith("/node_modules") && !path.includes(".strict-"),
    });
  symlinkSync(join(root, ".tools"), join(copy, ".tools"));
  mkdirSync(join(copy, "node_modules", "@token-sentiment"), { recursive: true });
  for (const entry of readdirSync(join(root, "node_modules")).filter((name) => name !== "@token-sentiment"))
    symlinkSync(join(root, "node_modules", entry), join(copy, "node_modules", entry));
  for (const rooms of ["shared", "services", "deploy"]) for (const room of readdirSync(join(copy, rooms))) link(copy, `${rooms}/${room}`);
  return copy;
}

function link(copy: string, room: string): void {
  try {
    const { name } = JSON.parse(readFileSync(join(copy, room, "package.json"), "utf8")) as { name: string };
    symlinkSync(join(copy, room), join(copy, "node_modules", name));
  } catch {
    // deploy/nats and its like are no packages
  }
}

test(
  "a new engine passes the checks of the whole at once: types, lint, format, its own tests, and what holds the tree to the roster",
  { timeout: 300_000 },
  () => {
    const copy = copyOfTree();
    try {
      const run = (command: string, ...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: "utf8" });
        expect({ command, args, status, said: status === 0 ? "" : stdout + stderr }).toEqual({ command, args, status: 0, said: "" });
      };
      addToTree(copy, "funding-rate");
      link(copy, "services/engine-funding-rate");
      for (const script of [
        "services/provisioner/src/write-permissions.ts",
        "deploy/manifests/src/write-manifests.ts",
        "deploy/grafana/src/write-dashboards.ts",
      ])
        run(process.execPath, script);
      run("tsc", "-p", "tsconfig.json");
      run("oxlint", "--type-aware", "--deny-warnings", "services/engine-funding-rate");
      run("oxfmt", "services/engine-funding-rate");
      run("oxfmt", "--check", "services/engine-funding-rate", "shared/contract", "README.md");
      run(
        "vitest",
        "run",
        "--project",
        "unit",
        "services/engine-funding-rate",
        "shared/contract",
        "shared/testing",
        "deploy/",
        "services/provisioner",
      );
      run("vitest", "run", "--project", "behaviour", "services/engine-funding-rate");
      const made = execFileSync("grep", ["-rl", "engine-funding-rate", "deploy", "docker-compose.yml", ".github"], {
        cwd: copy,
        encoding: "utf8",
      });
      for (const file of [
        "deploy/kubernetes/base/engine-funding-rate.yaml",
        "deploy/grafana/dashboards/engine-funding-rate.json",
        "docker-compose.yml",
        ".github/CODEOWNERS",
      ])
        expect(made.split("\n")).toContain(file);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
);
