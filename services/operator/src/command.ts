import { parseArgs } from "node:util";
import { ApiKeyId } from "@token-sentiment/contract";

/** What the operator asks for. */
export type Command = { do: "issue"; name: string | undefined } | { do: "list" } | { do: "revoke"; id: string } | { do: "help" };

/** Shown by `npm run keys -- help`. */
export const USAGE = `npm run keys -- issue [--name NAME]   a new key; its secret is shown this once
npm run keys -- list                  id, created, revoked and name of every key
npm run keys -- revoke ID             a key that opens nothing from the next request on

  NATS_URL (nats://127.0.0.1:4222), NATS_NKEY_SEED_FILE: the seed of the role operator; of npm start .data/nats/keys/operator.nkey
`;

/** Why a command cannot be run, told in one sentence. */
export class CommandError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandError";
  }
}

const NAME = /^[^\p{C}\p{Zl}\p{Zp}]{1,64}$/u;
const more = "npm run keys -- help tells what there is";

/** Reads the command line. @throws CommandError. */
export function commandOf(args: readonly string[]): Command {
  const read = () => {
    try {
      const { values, positionals } = parseArgs({ args: [...args], options: { name: { type: "string" } }, allowPositionals: true });
      return { name: values.name, positionals };
    } catch (error) {
      throw new CommandError(`${error instanceof Error ? error.message : String(error)}: ${more}`, { cause: error });
    }
  };
  const { name, positionals } = read();
  const [verb = "help", id, ...rest] = positionals;
  if (name !== undefined && verb !== "issue") throw new CommandError(`--name belongs to issue: ${more}`);
  if (verb === "issue" && id === undefined) {
    if (name !== undefined && !NAME.test(name)) throw new CommandError("a name is 1 to 64 visible characters");
    return { do: "issue", name };
  }
  if ((verb === "list" || verb === "help") && id === undefined) return { do: verb };
  if (verb === "revoke" && rest.length === 0) {
    if (!ApiKeyId.safeParse(id).success) throw new CommandError(`revoke needs the id of a key, as list shows it: ${more}`);
    return { do: "revoke", id: ApiKeyId.parse(id) };
  }
  throw new CommandError(`there is no such command: ${more}`);
}
