import { randomBytes } from "node:crypto";
import type { ApiKey } from "@token-sentiment/contract";
import type { ApiKeys } from "@token-sentiment/bus";
import { type Command, CommandError, USAGE } from "./command.ts";

/** Where a command's answer goes: `out` is for programs (a secret, a list), `note` for people. */
export interface Output {
  out(text: string): void;
  note(text: string): void;
}

const SECRET_BYTES = 32;
const ID_BYTES = 8;

const timeOf = (at: number | undefined): string => (at === undefined ? "-" : new Date(at).toISOString());
const called = ({ id, name }: ApiKey): string => (name === undefined ? id : `${id} (${name})`);

/** Runs one command on the keys. `now` is epoch ms. @throws CommandError, or as `ApiKeys` does. */
export async function runCommand(command: Exclude<Command, { do: "help" }>, keys: ApiKeys, { out, note, now }: Output & { now: number }) {
  if (command.do === "issue") {
    const secret = `tsa_live_${randomBytes(SECRET_BYTES).toString("base64url")}`;
    const { name } = command;
    const key: ApiKey = { id: `key_${randomBytes(ID_BYTES).toString("hex")}`, created_at: now, ...(name !== undefined && { name }) };
    if (!(await keys.add(secret, key)))
      throw new CommandError("the broker had this very secret already: distrust this machine's random numbers");
    note(`issued ${called(key)}. Its secret is shown this once; the broker keeps a hash of it:`);
    out(`${secret}\n`);
  } else if (command.do === "list") {
    const rows = (await keys.list()).map(({ id, created_at, revoked_at, name = "-" }) => [
      id,
      timeOf(created_at),
      timeOf(revoked_at),
      name,
    ]);
    if (rows.length === 0) note("there are no keys");
    else out([["id", "created", "revoked", "name"], ...rows].map((row) => `${row.join("\t")}\n`).join(""));
  } else {
    const key = await keys.revoke(command.id, now);
    if (!key) throw new CommandError(`there is no key ${command.id}: npm run keys -- list shows those there are`);
    note(key.revoked_at === now ? `revoked ${called(key)}` : `${called(key)} was revoked before, at ${timeOf(key.revoked_at)}`);
  }
}

/** What there is to ask for. */
export const help = ({ out }: Output): void => out(USAGE);
