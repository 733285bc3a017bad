import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { bucketStream } from "@token-sentiment/contract";
import { openApiKeys } from "@token-sentiment/bus";
import { startBroker, type TestBroker } from "@token-sentiment/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

const MAIN = new URL("../src/main.ts", import.meta.url).pathname;
let broker: TestBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker[Symbol.asyncDispose]());

/** `npm run keys -- ...` as a process of its own. */
async function keys(args: string[], env: Record<string, string> = {}) {
  const own = { PATH: process.env["PATH"], NATS_URL: broker.url, NATS_NKEY_SEED_FILE: broker.seedFile("operator"), ...env };
  const child = spawn(process.execPath, [MAIN, ...args], { env: own });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: Number(code), out, err };
}

test("a key is issued, found by its secret, listed without it, and revoked once", async () => {
  const issued = await keys(["issue", "--name", "Acme Ltd"]);
  expect(issued.code).toBe(0);
  const secret = issued.out.trim();
  expect(issued.out).toMatch(/^tsa_live_[A-Za-z0-9_-]{43}\n$/);
  const [id] = /key_[0-9a-f]{16}/.exec(issued.err)!;
  expect(issued.err).toContain("Acme Ltd");

  const found = await openApiKeys(await broker.open("gateway"));
  expect(await found.find(secret)).toMatchObject({ id, name: "Acme Ltd" });
  const other = await keys(["issue"]);
  expect(other.out).not.toBe(issued.out);

  const listed = await keys(["list"]);
  const rows = listed.out.trimEnd().split("\n");
  expect(rows.map((row) => row.split("\t").length)).toEqual([4, 4, 4]);
  expect(rows[1]).toMatch(new RegExp(`^${id}\t\\d{4}-\\d\\d-\\d\\dT[^\t]+Z\t-\tAcme Ltd$`));
  expect(listed.out + listed.err + issued.err).not.toContain(secret.slice("tsa_live_".length));

  const revoked = await keys(["revoke", id]);
  expect([revoked.code, revoked.err]).toEqual([0, `revoked ${id} (Acme Ltd)\n`]);
  const at = (await found.find(secret))?.revoked_at;
  expect(at).toBeGreaterThan(0);
  const again = await keys(["revoke", id]);
  expect([again.code, again.err]).toEqual([0, `${id} (Acme Ltd) was revoked before, at ${new Date(at!).toISOString()}\n`]);
  expect((await found.find(secret))?.revoked_at).toBe(at);
  expect((await found.find(other.out.trim()))?.revoked_at).toBeUndefined();
  expect((await keys(["list"])).out).toContain(`\t${new Date(at!).toISOString()}\tAcme Ltd\n`);
});

test("the broker stores the hash of a secret and no part of it", async () => {
  const secret = (await keys(["issue"])).out.trim();
  const operator = await broker.open("operator");
  const { last_seq } = (await operator.jsm.streams.info(bucketStream("keys"))).state;
  const stored = (await operator.jsm.streams.getMessage(bucketStream("keys"), { seq: last_seq }))!;
  expect(stored.subject).toContain(createHash("sha256").update(secret).digest("hex"));
  const bytes = `${stored.subject} ${stored.string()} ${[...(stored.header?.keys() ?? [])].join(" ")}`;
  for (let n = 9; n < secret.length - 12; n++) expect(bytes).not.toContain(secret.slice(n, n + 12));
});

test("many keys are listed whole, over pages", async () => {
  const all = await openApiKeys(await broker.open("operator"));
  const before = (await all.list()).length;
  await Promise.all(Array.from({ length: 1100 }, (_, n) => all.add(`many-${n}`, { id: `many-${n}`, created_at: n })));
  expect(await all.list()).toHaveLength(before + 1100);
  expect((await all.revoke("many-1099", 7))?.revoked_at).toBe(7);
  const racing = await Promise.all([all.revoke("many-5", 8), all.revoke("many-5", 9)]);
  expect(racing[0]?.revoked_at).toBe(racing[1]?.revoked_at);
});

test("two secrets of one id, as a local key made anew has, are revoked together", async () => {
  const all = await openApiKeys(await broker.open("operator"));
  for (const secret of ["old", "new"]) await all.add(secret, { id: "local", created_at: 1 });
  expect((await all.revoke("local", 2))?.revoked_at).toBe(2);
  await all.add("newer", { id: "local", created_at: 3 });
  expect((await all.revoke("local", 4))?.revoked_at).toBe(4);
  expect(await Promise.all(["old", "new", "newer"].map(async (secret) => (await all.find(secret))?.revoked_at))).toEqual([2, 2, 4]);
});

test.each([
  [["revoke", "nobody"], {}, /there is no key nobody/],
  [["revoke"], {}, /needs the id of a key/],
  [["list"], { NATS_URL: "nats://127.0.0.1:1" }, /nothing answers at nats:\/\/127\.0\.0\.1:1/],
  [["list"], { NATS_NKEY_SEED_FILE: "missing.nkey" }, /cannot read the secret file missing\.nkey: ENOENT/],
])("%j with %j is one sentence and exit code 1", async (args, env, sentence) => {
  const { code, out, err } = await keys(args, env);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(sentence);
  expect(err.trimEnd().split("\n")).toHaveLength(1);
});

test("another role's seed is refused, and so is a broker that nobody set up", async () => {
  const gateway = await keys(["issue"], { NATS_NKEY_SEED_FILE: broker.seedFile("gateway") });
  expect([gateway.code, gateway.out]).toEqual([1, ""]);
  expect(gateway.err).toMatch(/does not let operator .*nkey seed/);
  await using bare = await startBroker({ topology: false });
  const unset = await keys(["issue"], { NATS_URL: bare.url, NATS_NKEY_SEED_FILE: bare.seedFile("operator") });
  expect([unset.code, unset.out]).toEqual([1, ""]);
  expect(unset.err).toMatch(/cannot be reached: stream KV_keys does not exist yet/);
});
