import { spawn } from "node:child_process";
import { once } from "node:events";
import { type EngineName, engineRole } from "@token-sentiment/contract";
import { runService } from "@token-sentiment/runtime";
import { z } from "zod";

/** Below the 10 s in which a service is gone. */
const STOP_LIMIT_MS = 9000;

/**
 * The whole main of an engine in another language: runs its command, which inherits environment and output, as a service with probes and
 * a ready line; SIGTERM is handed on, and when the command ends by itself the service ends with 1.
 */
export async function serveCommand(name: EngineName, [file, ...args]: readonly [file: string, ...args: string[]]): Promise<void> {
  await runService({
    name: engineRole(name),
    config: z.object({}),
    async start({ stack, draining, readyWhen }) {
      const child = spawn(file, args, { stdio: ["ignore", "inherit", "inherit"] });
      let running = true;
      const ended = once(child, "exit").then(([code, signal]: (number | string | null)[]) => {
        running = false;
        // Nobody catches it: that is how a service ends with its reason.
        if (!draining.aborted) throw new Error(`${file} ended by ${signal ?? code}`);
      });
      await once(child, "spawn");
      readyWhen("command", async () => (running ? undefined : `${file} does not run`));
      stack.defer(async () => {
        const kill = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
        child.kill("SIGTERM");
        await ended.catch(() => undefined);
        clearTimeout(kill);
      });
    },
  });
}
