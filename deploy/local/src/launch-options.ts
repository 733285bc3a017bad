import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ExistingBroker } from "./constellation-options.ts";
import { reasonOf, StartError } from "./start-error.ts";

/** What `npm start` was asked for. */
export interface LaunchOptions {
  port: number;
  dataDir: string;
  nats?: ExistingBroker;
  /** The public endpoints instead of the sandbox. */
  live: boolean;
  verbose: boolean;
  help: boolean;
}

/** Shown by `npm start -- --help`. */
export const USAGE = `npm start [-- --live] [--nats URL [--nats-keys DIR]] [--verbose]

  --live            ask the public endpoints instead of a local sandbox; ENGINE_*_URL settings point a source elsewhere, empty = off
  --nats URL        use the broker that runs there instead of starting one
  --nats-keys DIR   directory with <role>.nkey for each role; without it nobody has a key and least privilege is not enforced
  --verbose         show every log line, not only warnings and errors

  PORT (8080; 0 = any free one), DATA_DIR (.data), NATS_PORT (4222, or any free one), NATS_SERVER_BIN, LOG_LEVEL (info, debug, trace)
`;

/** Reads a port number of the environment. @throws StartError. */
function portOf(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined || value === "") return otherwise;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`${name} is ${JSON.stringify(value)}: a port is a number from 0 to 65535`);
  return port;
}

/** The command line and the environment of `npm start`. @throws StartError. */
export function launchOptions(args: string[], env: NodeJS.ProcessEnv): LaunchOptions {
  const read = () => {
    try {
      const options = {
        live: { type: "boolean" },
        nats: { type: "string" },
        "nats-keys": { type: "string" },
        verbose: { type: "boolean" },
        help: { type: "boolean" },
      } as const;
      return parseArgs({ args, options }).values;
    } catch (error) {
      throw new StartError(`${reasonOf(error)}: npm start -- --help tells what there is`, { cause: error });
    }
  };
  const { nats, "nats-keys": keysDir, live = false, verbose = false, help = false } = read();
  if (keysDir !== undefined && nats === undefined)
    throw new StartError("--nats-keys needs --nats: a broker of our own makes its keys itself");
  return {
    port: portOf("PORT", env["PORT"], 8080),
    dataDir: resolve(env["DATA_DIR"] || ".data"),
    ...(nats === undefined ? {} : { nats: { url: nats, keysDir } }),
    live,
    verbose,
    help,
  };
}

/** The port for a broker of our own: the well-known one when nobody has it, so that one service alone finds it without settings. @throws StartError. */
export const wantedBrokerPort = (env: NodeJS.ProcessEnv): number | undefined =>
  env["NATS_PORT"] === undefined || env["NATS_PORT"] === "" ? undefined : portOf("NATS_PORT", env["NATS_PORT"], 4222);
