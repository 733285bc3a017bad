import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bus, openBus } from "@token-sentiment/bus";
import type { Role } from "@token-sentiment/contract";

/** Connects to a bench's broker as one of its roles. */
export async function openAs(role: Role, { brokerUrl, keysDir }: { brokerUrl: string; keysDir: string }): Promise<Bus> {
  return await openBus({ servers: brokerUrl, role, seed: await readFile(join(keysDir, `${role}.nkey`), "utf8") });
}
