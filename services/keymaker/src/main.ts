import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nkeyVariables, roleKeys } from "@token-sentiment/bus";
import { runOnce } from "@token-sentiment/runtime";
import { brokerConfig } from "./broker-config.ts";
import { config } from "./config.ts";

const TEMPLATE = new URL("../../../deploy/nats/server.conf", import.meta.url);
const SECRET_BYTES = 32;
/** Of gateways, and of gateways and notifiers. */
const SECRETS = ["pepper", "webhook-secret"];

await runOnce({
  name: "keymaker",
  config,
  async run({ config: { KEYMAKER_DIR: dir, KEYMAKER_STORE_DIR: storeDir, KEYMAKER_SYNC_INTERVAL: syncInterval }, log }) {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const keys = await roleKeys(dir);
    // What is there stays: another pepper would forget every idempotent request, another webhook secret would sign what nobody can verify.
    for (const name of SECRETS) {
      const secret = randomBytes(SECRET_BYTES).toString("hex");
      await writeFile(join(dir, name), `${secret}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
    }
    const nkeys = nkeyVariables(keys);
    const lines = Object.entries(nkeys).map(([name, key]) => `${name}=${key}\n`);
    await writeFile(join(dir, "nkeys.env"), lines.join(""));
    await writeFile(join(dir, "nats.conf"), brokerConfig(await readFile(TEMPLATE, "utf8"), { nkeys, storeDir, syncInterval }));
    log.info({ roles: lines.length }, "every role has its key");
  },
});
