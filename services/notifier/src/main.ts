import { openServiceBus } from "@token-sentiment/bus";
import { NOTIFIER } from "@token-sentiment/contract";
import { readSealingSecret, runService } from "@token-sentiment/runtime";
import { Config } from "./config.ts";
import { startNotifier } from "./start-notifier.ts";

await runService({
  name: "notifier",
  config: Config,
  async start(service) {
    const { config, log, metrics, stack } = service;
    const secret = await readSealingSecret(config.WEBHOOK_SECRET_FILE, "webhooks");
    const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE === "true";
    if (allowPrivate) log.info("WEBHOOK_ALLOW_PRIVATE: webhooks may reach this network itself");
    const bus = await openServiceBus(service, NOTIFIER);
    stack.use(await startNotifier({ bus, log, metrics, secret, allowPrivate }));
    return { allow_private: allowPrivate };
  },
});
