import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "./source-text.ts";

const TOOLS = join(root, ".tools");
const HOME = join(TOOLS, "prometheus");

/**
 * A binary of Debian's package `prometheus`: on PATH, or unpacked once into .tools by apt-get, which needs neither root nor an installation.
 * Undefined where there is neither.
 */
export function findPrometheusBinary(name: "promtool" | "prometheus"): string | undefined {
  const kept = join(HOME, "usr", "bin", name);
  const onPath = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  const found = [...onPath, kept].find(existsSync);
  if (found !== undefined) return found;
  mkdirSync(TOOLS, { recursive: true });
  const staging = mkdtempSync(join(TOOLS, "fetch-"));
  try {
    const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: staging, timeout: 60_000, stdio: "ignore" });
    run("apt-get", "-qq", "download", "prometheus");
    run("dpkg-deb", "-x", readdirSync(staging).find((file) => file.endsWith(".deb")) ?? "", "unpacked");
    renameSync(join(staging, "unpacked"), HOME);
    return kept;
  } catch {
    return existsSync(kept) ? kept : undefined;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
