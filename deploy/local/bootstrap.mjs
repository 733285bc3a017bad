// The first command on a fresh machine: runs on Node 20 with nothing installed. Installs the dependencies when they are missing or not
// those of package-lock.json, then hands over to the Node 24 among them:
//   node deploy/local/bootstrap.mjs start [args]          the local constellation (src/main.ts)
//   node deploy/local/bootstrap.mjs run <script> [args]   an npm script
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const modules = join(root, "node_modules");
const node24 = join(modules, "node", "bin", "node");
const npmCli = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];

/** @param {string} sentence @returns {never} */
function giveUp(sentence) {
  process.stderr.write(`cannot start: ${sentence}\n`);
  process.exit(1);
}

/** The packages of a lockfile, or none. @param {string} file @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }>} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

/** True when node_modules holds what package-lock.json says; by versions, not by file times, which a checkout changes. */
function installed() {
  const present = packagesOf(join(modules, ".package-lock.json"));
  return Object.entries(packagesOf(join(root, "package-lock.json"))).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/")) return true;
    if (wanted.link) return existsSync(join(root, path));
    return present[path] ? present[path].version === wanted.version : wanted.optional === true;
  });
}

/** @param {string[]} args @returns {{ ok: boolean, said: string }} */
function npm(...args) {
  const [command, ...first] = [...npmCli, ...args];
  const { status, stdout, stderr, error } = spawnSync(command, first, { cwd: root, encoding: "utf8" });
  return { ok: status === 0, said: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`.trim() };
}

function install() {
  process.stderr.write("installing the dependencies (once)\n");
  // An install without a network tries for minutes. Whatever else a ping says, the install decides.
  const ping = npm("ping", "--fetch-retries=0", "--fetch-timeout=10000");
  if (!ping.ok && /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network/.test(ping.said)) {
    giveUp(
      "the npm registry cannot be reached, so the dependencies cannot be installed: connect to the network, or point npm to a registry that answers",
    );
  }
  const { ok, said } = npm("install", "--no-audit", "--no-fund", "--loglevel=error");
  if (ok) return;
  process.stderr.write(`${said}\n`);
  giveUp("npm install failed; what it said is above");
}

/** The npm that runs this script: the parent, or, where /proc tells, the parent of the shell between. @returns {number | undefined} */
function npmAbove() {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  try {
    const [, comm, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8")) ?? [];
    return /^(ba|da)?sh$/.test(comm ?? "") ? Number(parent) : process.ppid;
  } catch {
    return process.ppid;
  }
}

/** @param {string[]} command */
function handOver([command, ...args]) {
  const env = {
    ...process.env,
    PATH: `${join(modules, ".bin")}${delimiter}${process.env.PATH ?? ""}`,
    TSA_LAUNCHER_PID: String(process.pid),
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
  };
  const child = spawn(command, args, { stdio: "inherit", env });
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) {
    // A terminal's Ctrl-C reaches the child without us.
    process.on(signal, () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)));
  }
  // npm forwards signals, but not its own kill -9.
  const runner = npmAbove();
  const watch = setInterval(() => runner !== undefined && npmAbove() !== runner && child.kill("SIGTERM"), 500);
  child.on("error", (error) => giveUp(`${command} cannot be run: ${error.message}`));
  child.on("exit", (code, signal) => {
    clearInterval(watch);
    process.exit(code ?? { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }[signal] ?? 1);
  });
}

const [task, ...rest] = process.argv.slice(2);
const [script, ...given] = rest;
if (task !== "start" && !(task === "run" && rest.length > 0))
  giveUp("usage: node deploy/local/bootstrap.mjs start [args] | run <script> [args]");
if (!installed() || !existsSync(node24)) install();
if (!existsSync(node24))
  giveUp("Node 24 is not in node_modules/node: npm was told not to run install scripts; run `npm rebuild node` with them allowed");
handOver(
  task === "start"
    ? [node24, join(root, "deploy", "local", "src", "main.ts"), ...rest]
    : [...npmCli, "run", "--silent", script, "--", ...given],
);
