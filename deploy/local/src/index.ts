export { type Constellation, startConstellation } from "./constellation.ts";
export type { ConstellationOptions, ExistingBroker } from "./constellation-options.ts";
export { findChromium } from "./find-chromium.ts";
export { freePort } from "./free-port.ts";
export { NATS_IMAGE } from "./fetch-nats-image.ts";
export { findNatsServer } from "./find-nats-server.ts";
export { type NatsServer, type NatsServerOptions, startNatsServer } from "./start-nats-server.ts";
export { StartError } from "./start-error.ts";
export { upstreams } from "./upstreams.ts";
