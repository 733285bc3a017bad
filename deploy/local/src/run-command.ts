import { execFile } from "node:child_process";

/** What a finished command said. */
interface Ran {
  stdout: string;
  stderr: string;
}

/** Runs a command to its end without a shell. @throws Error with the last line it printed when it fails or takes longer than `timeoutMs`. */
export function runCommand(command: string, args: string[], options: { timeoutMs: number; cwd?: string }): Promise<Ran> {
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { timeout: options.timeoutMs, cwd: options.cwd, env: { ...process.env, LC_ALL: "C" } },
      (error, stdout, stderr) => {
        if (!error) return resolve({ stdout, stderr });
        const last = `${stdout}\n${stderr}`.trim().split("\n").at(-1) ?? "";
        const why = error.killed ? `no end after ${options.timeoutMs} ms` : last || error.message;
        reject(new Error(`${command}: ${why}`, { cause: error }));
      },
    );
  });
}
