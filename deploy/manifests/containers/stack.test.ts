import { setTimeout as delay } from "node:timers/promises";
import { GenericContainer, getContainerRuntimeClient, Network, type StartedTestContainer, Wait } from "testcontainers";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
import { root } from "../test/source-text.ts";

/** A service as docker-compose.yml has it. */
interface Service {
  image: string;
  environment?: Record<string, string>;
  command?: string[];
  user?: string;
  volumes?: string[];
  network_mode?: string;
}
const { services } = parse(readFileSync(`${root}docker-compose.yml`, "utf8")) as { services: Record<string, Service> };
/** What one job needs; the other engines are absent, which degrades it and fails nothing. */
const STARTED = ["gateway", "aggregator", "sandbox", "engine-security", "engine-onchain"];
const GATEWAY_PORT = 8080;

/** Images are built, unless `TSA_IMAGES=kept` says that those that are there are to be tried. */
async function build(service: string): Promise<void> {
  if (process.env["TSA_IMAGES"] === "kept") return;
  const file = GenericContainer.fromDockerfile(root, "deploy/Dockerfile").withBuildArgs({ SERVICE: service });
  await file.build(`token-sentiment/${service}:latest`, { deleteOnExit: false });
}

test("containers take a job from POST to verdict, and again after the aggregator was killed and started", async ({ skip }) => {
  const docker = await getContainerRuntimeClient().catch(() => undefined);
  if (!docker) return skip("there is no Docker engine here");
  await using stack = new AsyncDisposableStack();
  for (const service of ["keymaker", "provisioner", ...STARTED]) await build(service);

  const run = `tsa-test-${process.pid}`;
  stack.defer(async () => {
    for (const volume of ["keys", "streams", "examples"])
      await docker.container.dockerode.getVolume(`${run}-${volume}`).remove({ force: true });
  });
  const network = await new Network().start();
  stack.defer(async () => void (await network.stop()));
  const running = new Map<string, StartedTestContainer>();
  const start = async (name: string, ready: "ends" | "runs" | "healthy") => {
    const { image, environment = {}, command, user, volumes = [], network_mode } = services[name]!;
    const mounts = volumes
      .map((volume) => volume.split(":"))
      .map(([source = "", target = "", mode = "rw"]) => ({
        source: `${run}-${source}`,
        target,
        mode: mode as "rw" | "ro",
      }));
    let container = new GenericContainer(image.includes(":") ? image : `${image}:latest`)
      // What the environment of `docker compose` may say, it does not say here.
      .withEnvironment(Object.fromEntries(Object.entries(environment).filter(([, value]) => !value.startsWith("${"))))
      .withBindMounts(mounts)
      .withTmpFs({ "/tmp": "rw" })
      .withStartupTimeout(300_000)
      .withWaitStrategy(
        ready === "healthy" ? Wait.forHealthCheck() : ready === "ends" ? Wait.forOneShotStartup() : Wait.forLogMessage(/ready/),
      );
    container = network_mode
      ? container.withNetworkMode(`container:${running.get("sandbox")!.getId()}`)
      : container.withNetwork(network).withNetworkAliases(name);
    if (command) container = container.withCommand(command);
    if (user) container = container.withUser(user);
    if (name === "gateway") container = container.withExposedPorts(GATEWAY_PORT);
    const started = await container.start();
    running.set(name, started);
    stack.defer(async () => void (await started.stop({ timeout: 10_000 }).catch(() => undefined)));
  };
  await start("keymaker", "ends");
  await start("nats", "runs");
  await start("provisioner", "ends");
  for (const service of STARTED) await start(service, "healthy");

  const gateway = running.get("gateway")!;
  const url = `http://${gateway.getHost()}:${gateway.getMappedPort(GATEWAY_PORT)}`;
  const examples = (await (await fetch(`${url}/api/examples`)).json()) as {
    coin_symbol: string;
    contract_address: string;
    chain_id: string;
  }[];
  const { coin_symbol, contract_address, chain_id } = examples.find((example) => example.coin_symbol === "HIVE")!;
  const submit = async (device: string): Promise<string> => {
    const headers = { "content-type": "application/json", "x-demo-fingerprint": device };
    const answer = await fetch(`${url}/api/agent`, {
      method: "POST",
      headers,
      body: JSON.stringify({ coin_symbol, contract_address, chain_id }),
    });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { job_id: string }).job_id;
  };
  const verdict = async (job: string) => {
    for (let polls = 0; polls < 300; polls += 1) {
      const body = (await (await fetch(`${url}/api/agent/${job}?wait=5`)).json()) as {
        status: string;
        payload?: { executable_verdict: string };
      };
      if (body.status === "completed" || body.status === "failed") return body;
      await delay(200);
    }
    throw new Error("the job never ended");
  };
  expect(await verdict(await submit("device-one-1"))).toMatchObject({ status: "completed", payload: { coin_symbol: "HIVE" } });

  const open = await submit("device-two-2");
  const aggregator = docker.container.getById(running.get("aggregator")!.getId());
  await aggregator.kill({ signal: "SIGKILL" });
  await aggregator.start();
  expect(await verdict(open)).toMatchObject({ status: "completed" });
});
