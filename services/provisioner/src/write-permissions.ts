/** `npm run permissions`: writes deploy/nats/permissions.conf from the roster. A test holds the committed file to it. */
import { writeFileSync } from "node:fs";
import { renderPermissions } from "@token-sentiment/bus";

writeFileSync(new URL("../../../deploy/nats/permissions.conf", import.meta.url), renderPermissions());
