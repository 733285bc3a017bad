export { startBroker, type TestBroker, type TestBrokerOptions } from "./start-broker.ts";
