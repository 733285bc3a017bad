import { findChromium } from "./find-chromium.ts";
import { runCommand } from "./run-command.ts";
import { reasonOf } from "./start-error.ts";

/**
 * `npm run browser`: Debian's Chromium, once, where we are root and there is none. Before the tests and not during them, whom a package
 * manager at work would slow down. Always ends well: without a browser its tests say so and are left out.
 */
async function install(): Promise<string> {
  if ("bin" in (await findChromium())) return "";
  if (process.getuid?.() !== 0) return "there is no Chromium, and only root can install one: the tests that need it are left out\n";
  const quick = ["-qq", "-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=10", "-o", "Acquire::https::Timeout=10"];
  const aptGet = ["DEBIAN_FRONTEND=noninteractive", "apt-get", ...quick];
  process.stderr.write("installing Chromium for the tests (once)\n");
  try {
    await runCommand("env", [...aptGet, "update"], { timeoutMs: 60_000 });
    await runCommand("env", [...aptGet, "install", "-y", "--no-install-recommends", "chromium"], { timeoutMs: 180_000 });
  } catch (error) {
    return `Chromium could not be installed, the tests that need it are left out: ${reasonOf(error)}\n`;
  }
  const found = await findChromium();
  return "without" in found ? `${found.without}\n` : "";
}

process.stderr.write(await install());
