import { durables, streams } from "@token-sentiment/contract";
import { brokerClock, openServiceBus } from "@token-sentiment/bus";
import { readSealingSecret, readSecretFile, runService } from "@token-sentiment/runtime";
import { buildApp } from "./app.ts";
import { createJobReader } from "./job-view.ts";
import { paymentTermsOf } from "./payments/terms.ts";
import { limitsOf } from "./quota.ts";
import { workFinals } from "./work-finals.ts";
import { Config } from "./config.ts";

const PEPPER_BYTES = 32;

await runService({
  name: "gateway",
  config: Config,
  async start(service) {
    const { config, log, metrics, stack, tracing, draining } = service;
    const pepper = await readSecretFile(config.GATEWAY_PEPPER_FILE);
    if (Buffer.byteLength(pepper) < PEPPER_BYTES) {
      throw new Error(`the secret in GATEWAY_PEPPER_FILE is shorter than ${PEPPER_BYTES} bytes: make one with \`openssl rand -hex 32\``);
    }
    const { WEBHOOK_SECRET_FILE: secretFile } = config;
    const webhookSecret = secretFile === undefined ? undefined : await readSealingSecret(secretFile, "webhooks");
    const bus = await openServiceBus(service, "gateway");
    const clock = stack.use(await brokerClock(bus, { stream: streams.analysis, durable: durables.requests }));
    metrics.gauge("tsa_gateway_clock_skew_seconds", "Broker time minus process time; over 1 s is an alert.", {
      collect() {
        this.set(clock.skewMs() / 1000);
      },
    });
    const terms = paymentTermsOf(config);
    const reader = createJobReader({ bus, clock });
    const app = await buildApp({ reader, bus, clock, config, pepper, webhookSecret, log, metrics, tracing, draining, terms });
    stack.defer(() => app.close());
    stack.use(await workFinals({ bus, clock, log, metrics, limits: limitsOf(config), learn: reader.learn }));
    await app.listen({ host: config.GATEWAY_HOST, port: config.PORT });
    const address = app.server.address();
    return { port: typeof address === "object" ? address?.port : undefined };
  },
});
