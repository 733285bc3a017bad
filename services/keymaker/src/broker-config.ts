import { renderPermissions } from "@token-sentiment/bus";

/** What the broker of one set of keys is told. */
export interface BrokerChoices {
  /** The roles' public keys, by the variables that the permissions name. */
  nkeys: Record<string, string>;
  storeDir: string;
  /** `always`, or how much time a power cut may lose. */
  syncInterval: string;
}

const quoted = (value: string): string => JSON.stringify(value);

/**
 * `template` (deploy/nats/server.conf) as one file that needs no environment: its variables are set at its top and the permissions stand
 * where it includes them, because variables do not reach into an included file. @throws Error when the template includes nothing.
 */
export function brokerConfig(template: string, { nkeys, storeDir, syncInterval }: BrokerChoices): string {
  const include = /^include permissions\.conf$/m;
  if (!include.test(template)) throw new Error("the broker's configuration does not include permissions.conf");
  const variables = {
    TSA_SERVER_NAME: quoted("tsa"),
    TSA_HOST: quoted("0.0.0.0"),
    TSA_PORT: "4222",
    TSA_STORE_DIR: quoted(storeDir),
    TSA_MAX_FILE_STORE: "10GB",
    TSA_SYNC_INTERVAL: quoted(syncInterval),
    ...Object.fromEntries(Object.entries(nkeys).map(([name, key]) => [name, quoted(key)])),
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value}\n`);
  return `${lines.join("")}http: "0.0.0.0:8222"\n${template.replace(include, () => renderPermissions())}`;
}
