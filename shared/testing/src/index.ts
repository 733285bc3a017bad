export { answersOf } from "./answers-of.ts";
export { chance } from "./chance.ts";
export { client, type Tracked } from "./client.ts";
export { type Observation, violations } from "./history.ts";
export { type Loss, type NatsProxy, openNatsProxy } from "./nats-proxy.ts";
export { startBroker, type TestBroker, type TestBrokerOptions } from "./start-broker.ts";
