import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Role, roles } from "@token-sentiment/contract";
import { createNkey, publicKeyOf } from "./nkey.ts";
import { nkeyVariable } from "./permissions.ts";

/** A role's nkey: the service reads the seed from its file, the broker's configuration has the public key. */
export interface RoleKey {
  seedFile: string;
  publicKey: string;
}

async function keyOf(dir: string, role: Role): Promise<RoleKey> {
  const seedFile = join(dir, `${role}.nkey`);
  const kept = await readFile(seedFile, "utf8").catch(() => undefined);
  if (kept !== undefined && kept.trim() !== "") return { seedFile, publicKey: publicKeyOf(kept) };
  const { seed, publicKey } = createNkey();
  await writeFile(seedFile, `${seed}\n`, { mode: 0o600 });
  return { seedFile, publicKey };
}

/** One nkey for each role in `dir`, made on first use and kept: files `<role>.nkey` that only their owner can read. */
export async function roleKeys(dir: string): Promise<Record<Role, RoleKey>> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const entries = await Promise.all(roles.map(async (role) => [role, await keyOf(dir, role)] as const));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry for each of `roles`
  return Object.fromEntries(entries) as Record<Role, RoleKey>;
}

/** The variables under which permissions.conf knows the public keys: `TSA_NKEY_ENGINE_SECURITY`. */
export const nkeyVariables = (keys: Record<Role, RoleKey>): Record<string, string> =>
  Object.fromEntries(roles.map((role) => [nkeyVariable(role), keys[role].publicKey]));
