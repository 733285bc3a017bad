import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { codeOf, root } from "./source-text.ts";

/** A service as docker-compose.yml has it. */
interface Service {
  image: string;
  build?: object;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  privileged?: boolean;
  ports?: string[];
  stop_grace_period?: string;
  environment?: Record<string, string>;
}
const { services } = parse(readFileSync(`${root}docker-compose.yml`, "utf8")) as { services: Record<string, Service> };
const all = Object.entries(services);

test("no container writes to its root, keeps a capability or gains a privilege, Prometheus and Grafana included", () => {
  expect(all.length).toBeGreaterThan(20);
  for (const [name, { read_only, cap_drop, security_opt, privileged }] of all)
    expect({ name, read_only, cap_drop, security_opt, privileged }).toEqual({
      name,
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      privileged: undefined,
    });
});

test("what is published is published to this machine alone, and an image of others has a version", () => {
  const ports = all.flatMap(([, service]) => service.ports ?? []);
  expect(ports.length).toBeGreaterThan(2);
  expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
  const others = all.flatMap(([, { image, build }]) => (build ? [] : [image]));
  expect(others.length).toBeGreaterThan(3);
  expect(others.filter((image) => !/:v?\d+\.\d+/.test(image))).toEqual([]);
});

test("a service that is told to leave has longer than the 10 s that it takes", () => {
  const ours = all.filter(([, { build, restart }]) => build && restart === "unless-stopped");
  expect(ours.length).toBeGreaterThan(8);
  expect(ours.filter(([, { stop_grace_period: grace = "10s" }]) => Number.parseInt(grace, 10) <= 10)).toEqual([]);
});

test("no secret is in an environment: files are named that hold them", () => {
  const secret = /seed|secret|token|password|pepper|private/i;
  const held = all.flatMap(([name, { environment = {} }]) =>
    Object.entries(environment).flatMap(([variable, value]) =>
      secret.test(variable) && !/_(?:FILE|DIR)$/.test(variable) && value !== "" ? [`${name}: ${variable}`] : [],
    ),
  );
  expect(held).toEqual([]);
});

test("payments are what the environment of docker compose says, every setting that the gateway has, and off without it", () => {
  const variables = Object.entries(services["gateway"]?.environment ?? {}).filter(([name]) => name.startsWith("GATEWAY_X402_"));
  expect(variables.filter(([name, value]) => value !== `\${${name}-}`)).toEqual([]);
  const settings = new Set(codeOf("services/gateway").match(/GATEWAY_X402_[A-Z_]+/g));
  expect(new Set(variables.map(([name]) => name))).toEqual(settings);
});
