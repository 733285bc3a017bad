#!/usr/bin/env node
import { runCommand } from "./command/run.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());

process.exitCode = await runCommand(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  err: process.stderr,
  signal: interrupted.signal,
});
