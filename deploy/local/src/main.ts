import { startConstellation } from "./constellation.ts";
import { freePort, isFree } from "./free-port.ts";
import { launchOptions, USAGE, wantedBrokerPort } from "./launch-options.ts";
import { readyText } from "./ready-text.ts";
import type { LogLine } from "./service-log.ts";
import { reasonOf, StartError } from "./start-error.ts";
import { liveEnvironment, unreachable } from "./upstreams.ts";

const WELL_KNOWN_BROKER_PORT = 4222;
const LOUD = new Set(["warn", "error", "fatal"]);
const startedAt = Date.now();
const stopping = new AbortController();

async function brokerPort(): Promise<number> {
  const wanted = wantedBrokerPort(process.env);
  if (wanted !== undefined) return wanted;
  return (await isFree(WELL_KNOWN_BROKER_PORT)) ? WELL_KNOWN_BROKER_PORT : await freePort();
}

function show(verbose: boolean): (service: string, line: LogLine) => void {
  return (service, { level, msg, err }) => {
    if (!verbose && (!LOUD.has(level) || stopping.signal.aborted)) return;
    console.error(`${service} ${level}: ${msg}${err && err.message !== msg ? ` (${err.message})` : ""}`);
  };
}

/** One line about the sources that nobody answers for; the jobs say themselves what they lack. */
async function sayUnreachable(): Promise<void> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const missing = await unreachable(liveEnvironment(Object.fromEntries(own)));
  if (missing.length > 0) console.log(`cannot be reached: ${missing.join(", ")}; what they would tell will be missing, and said`);
  else console.log("live: every public source answers");
}

async function launch(): Promise<void> {
  const { help, verbose, port, dataDir, nats, live } = launchOptions(process.argv.slice(2), process.env);
  if (help) return console.log(USAGE);
  if (nats && nats.keysDir === undefined)
    console.log("no --nats-keys: every service connects without a key, and least privilege is not enforced");
  const probed = live ? sayUnreachable() : undefined;
  const constellation = await startConstellation({
    dataDir,
    port,
    nats,
    live,
    brokerPort: nats ? 0 : await brokerPort(),
    syncInterval: "always",
    say: (line) => console.error(line),
    onLog: show(verbose),
    signal: stopping.signal,
  });
  await using _running = constellation;
  await probed;
  if (!stopping.signal.aborted) console.log(await readyText(constellation, { tookMs: Date.now() - startedAt, paid: !live }));
  const ended = Promise.withResolvers<void>();
  if (stopping.signal.aborted) ended.resolve();
  stopping.signal.addEventListener("abort", () => ended.resolve());
  await ended.promise;
}

/** bootstrap.mjs says who it is: when it is gone, even by kill -9, so is whoever wanted this. */
function followParent(parent: string | undefined): void {
  setInterval(() => {
    if (parent !== undefined && process.ppid !== Number(parent)) stopping.abort();
  }, 500);
}

followParent(process.env["TSA_LAUNCHER_PID"]);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
try {
  await launch();
  process.exit(0);
} catch (error) {
  if (stopping.signal.aborted) process.exit(0);
  console.error(error instanceof StartError ? `cannot start: ${error.message}` : `cannot start: ${reasonOf(error)}`);
  process.exit(1);
}
