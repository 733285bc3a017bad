import { expect, test } from "vitest";
import { launchOptions } from "./launch-options.ts";

test("without arguments the gateway listens on 8080 and state is kept in .data", () => {
  const options = launchOptions([], {});
  expect(options).toMatchObject({ port: 8080, live: false, verbose: false, help: false });
  expect(options.dataDir).toMatch(/\/\.data$/);
  expect(options.nats).toBeUndefined();
});

test("--live asks the public endpoints", () => {
  expect(launchOptions(["--live"], {}).live).toBe(true);
});

test("an existing broker is named by --nats, its keys by --nats-keys", () => {
  expect(launchOptions(["--nats", "nats://broker:4222", "--nats-keys", "keys"], {}).nats).toEqual({
    url: "nats://broker:4222",
    keysDir: "keys",
  });
});

test.for([
  [["--nats-keys", "keys"], {}, /--nats-keys needs --nats/],
  [["--colour"], {}, /--colour.*--help/],
  [[], { PORT: "http" }, /PORT is "http": a port is a number/],
  [[], { PORT: "70000" }, /PORT is "70000"/],
] as const)("%j with %j is refused with a sentence", ([args, env, sentence]) => {
  expect(() => launchOptions([...args], env)).toThrow(sentence);
});
