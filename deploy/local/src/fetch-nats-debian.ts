import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "./run-command.ts";

const KEYRINGS = ["/usr/share/keyrings/debian-archive-keyring.gpg", "/usr/share/keyrings/debian-archive-keyring.pgp"];

/** The archive that this machine's apt is set up with (told without asking it): its mirror serves the testing suite too. */
async function mirror(): Promise<string> {
  const { stdout } = await runCommand("apt-get", ["update", "--print-uris"], { timeoutMs: 30_000 });
  const archives = [...stdout.matchAll(/^'(.+)\/dists\/([^/']+)\/InRelease'/gm)];
  const archive = archives.find(([, uri, suite]) => !/security|updates|backports/.test(`${uri} ${suite}`))?.[1];
  if (archive === undefined) throw new Error("apt has no Debian mirror configured");
  return archive;
}

/**
 * Downloads the `nats-server` package of Debian's testing suite into `dir`, verified by apt against the archive's signature, unpacks it
 * there and returns the path of its binary. Installs nothing and leaves the system's apt as it is. Needs no root.
 * @throws Error when this is no Debian or the archive cannot be reached.
 */
export async function fetchNatsDebian(dir: string): Promise<string> {
  const release = await readFile("/etc/os-release", "utf8").catch(() => "");
  const keyring = KEYRINGS.find(existsSync);
  if (!/^ID="?debian"?$/m.test(release) || !keyring) throw new Error("this is no Debian");

  const apt = join(dir, "apt");
  await mkdir(join(apt, "lists", "partial"), { recursive: true });
  await mkdir(join(apt, "cache", "archives", "partial"), { recursive: true });
  await mkdir(join(apt, "empty"));
  await writeFile(join(apt, "status"), "");
  await writeFile(join(apt, "sources.list"), `deb [signed-by=${keyring}] ${await mirror()} testing main\n`);
  const settings = {
    "Dir::State": apt,
    "Dir::State::status": join(apt, "status"),
    "Dir::Cache": join(apt, "cache"),
    "Dir::Etc::sourcelist": join(apt, "sources.list"),
    "Dir::Etc::sourceparts": join(apt, "empty"),
    "Dir::Etc::preferences": "/dev/null",
    "Dir::Etc::preferencesparts": join(apt, "empty"),
    "Acquire::Languages": "none",
    "Acquire::Retries": "2",
    "Acquire::http::Timeout": "15",
    "Acquire::https::Timeout": "15",
    "APT::Update::Error-Mode": "any",
    "APT::Sandbox::User": process.getuid?.() === 0 ? "root" : "",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  await runCommand("apt-get", [...options, "-qq", "update"], { timeoutMs: 120_000 });
  await runCommand("apt-get", [...options, "-qq", "download", "nats-server"], { cwd: dir, timeoutMs: 120_000 });
  const deb = (await readdir(dir)).find((name) => name.startsWith("nats-server_") && name.endsWith(".deb"));
  if (!deb) throw new Error("apt-get download brought no package");
  await runCommand("dpkg-deb", ["-x", deb, "unpacked"], { cwd: dir, timeoutMs: 60_000 });
  return join(dir, "unpacked", "usr", "sbin", "nats-server");
}
