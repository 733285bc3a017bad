import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { fetchNatsImage, NATS_IMAGE } from "../src/fetch-nats-image.ts";
import { PINNED_NATS_SERVER } from "../src/fetch-nats-release.ts";
import { findNatsServer } from "../src/find-nats-server.ts";
import { compareVersions, MINIMUM_NATS_SERVER, natsServerVersion } from "../src/nats-server-version.ts";

function scratch(): string {
  const dir = mkdtempSync(join(tmpdir(), "tsa-find-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A program that answers `--version` as that nats-server would. */
function pretender(dir: string, version: string): string {
  mkdirSync(dir, { recursive: true });
  const bin = join(dir, "nats-server");
  writeFileSync(bin, `#!/bin/sh\necho "nats-server: v${version}"\n`);
  chmodSync(bin, 0o755);
  return bin;
}

/** Release pages on loopback, with one archive whose checksum is right unless said otherwise. */
async function releasePages(checksum?: string): Promise<{ url: string; asked: string[] }> {
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  const name = `nats-server-v${PINNED_NATS_SERVER}-${process.platform}-${architecture}`;
  const dir = scratch();
  pretender(join(dir, name), PINNED_NATS_SERVER);
  execFileSync("tar", ["-czf", join(dir, "archive.tar.gz"), "-C", dir, name]);
  const archive = readFileSync(join(dir, "archive.tar.gz"));
  const sum = checksum ?? createHash("sha256").update(archive).digest("hex");
  const files: Record<string, string | Buffer> = { SHA256SUMS: `${sum}  ${name}.tar.gz\n`, [`${name}.tar.gz`]: archive };
  const asked: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const file = url.split("/").at(-1) ?? "";
    asked.push(file);
    const body = files[file];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, asked };
}

const nowhere = { systemDirs: [] };

test("the one that NATS_SERVER_BIN names is taken", async () => {
  const bin = pretender(scratch(), "2.12.0");
  expect(await findNatsServer({ env: { NATS_SERVER_BIN: bin, PATH: "" } })).toBe(bin);
});

test("one that is too old is refused, saying which was found, which is needed and what to do", async () => {
  const bin = pretender(scratch(), "2.9.10");
  await expect(findNatsServer({ env: { NATS_SERVER_BIN: bin } })).rejects.toThrow(
    `${bin} is nats-server 2.9.10, but 2.12.0 or later is needed: point NATS_SERVER_BIN to a newer one, or unset it to have one fetched`,
  );
});

test("one that cannot be run is refused with a sentence", async () => {
  await expect(findNatsServer({ env: { NATS_SERVER_BIN: "/nowhere/nats-server" } })).rejects.toThrow(
    /^NATS_SERVER_BIN names \/nowhere\/nats-server, which cannot be run/,
  );
});

test("the newest on PATH is taken", async () => {
  const [old, fresh] = [join(scratch(), "old"), join(scratch(), "fresh")];
  pretender(old, "2.12.4");
  const bin = pretender(fresh, "2.14.6");
  expect(await findNatsServer({ ...nowhere, env: { PATH: `${old}:${fresh}` }, toolsDir: scratch() })).toBe(bin);
});

test("an archive with the listed checksum is fetched once, also when two ask at once", async () => {
  const { url, asked } = await releasePages();
  const toolsDir = join(scratch(), "tools");
  const places = { ...nowhere, env: { PATH: "", NATS_SERVER_DOWNLOAD_URL: url }, toolsDir };
  const bins = await Promise.all([findNatsServer(places), findNatsServer(places)]);
  const home = join(toolsDir, `nats-server-${PINNED_NATS_SERVER}`);
  expect(bins).toEqual([join(home, "nats-server"), join(home, "nats-server")]);
  expect(asked).toHaveLength(2);
  expect(readdirSync(toolsDir)).toEqual([`nats-server-${PINNED_NATS_SERVER}`]);
});

test("an archive with another checksum is refused and not kept", async () => {
  const { url } = await releasePages("0".repeat(64));
  const toolsDir = join(scratch(), "tools");
  await expect(findNatsServer({ ...nowhere, env: { PATH: "", NATS_SERVER_DOWNLOAD_URL: url }, toolsDir })).rejects.toThrow(
    /is refused: its SHA-256 is [0-9a-f]{64}, SHA256SUMS says 0{64}/,
  );
  expect(readdirSync(toolsDir)).toEqual([]);
});

test("where there is a Docker engine it is taken out of the broker's image", { timeout: 180_000 }, async ({ skip }) => {
  try {
    execFileSync("docker", ["image", "inspect", NATS_IMAGE], { stdio: "ignore", timeout: 10_000 });
  } catch {
    return skip(`there is no Docker engine here that has ${NATS_IMAGE}`);
  }
  const bin = await fetchNatsImage(scratch());
  expect(compareVersions(await natsServerVersion(bin), MINIMUM_NATS_SERVER)).toBeGreaterThanOrEqual(0);
});

test("without a network one sentence says what was found and what to do", async () => {
  const dir = scratch();
  const bin = pretender(dir, "2.10.27");
  const env = { PATH: dir, NATS_SERVER_DOWNLOAD_URL: "http://127.0.0.1:9" };
  const failure = findNatsServer({ ...nowhere, env, toolsDir: join(dir, "tools") });
  await expect(failure).rejects.toThrow(
    `2.12.0 or later is needed, was not found (${bin} is 2.10.27) and could not be fetched; install one`,
  );
  await expect(failure).rejects.not.toThrow(/\n/);
});
