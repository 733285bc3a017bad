import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A process of a bench. Disposing ends it. */
export interface Child extends AsyncDisposable {
  pid: number;
  /** The line that said that it is ready. */
  said: string;
  process: ChildProcess;
}

/** Runs a command and waits for the line that contains `ready`; its output is dropped afterwards. @throws Error when it ends before. */
export async function startChild(
  command: string,
  args: readonly string[],
  options: { ready: string; env?: NodeJS.ProcessEnv },
): Promise<Child> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"], ...(options.env && { env: options.env }) });
  const failed = once(child, "error").then((problems: unknown[]) => {
    throw new Error(`${command} cannot be run`, { cause: problems[0] });
  });
  const found = (async () => {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes(options.ready)) return line;
    throw new Error(`${command} ${args.join(" ")} ended before it was ready`);
  })();
  failed.catch(() => undefined);
  const said = await Promise.race([found, failed]);
  child.stdout.resume();
  return {
    pid: child.pid ?? 0,
    said,
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}
