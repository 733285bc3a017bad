import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { durables, engineNames, engineRole, roles, streams } from "@token-sentiment/contract";
import { nkeyVariable, renderPermissions } from "@token-sentiment/bus";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { render, Rendered } from "./render.ts";
import { codeOf, root } from "./source-text.ts";
import { strictProblems } from "./strict-types.ts";

const clusters = ["local", "production"] as const;
const overlays = [...clusters, "production-payments"] as const;
const folderOf = (overlay: string) => `${root}deploy/kubernetes/overlays/${overlay}`;
const rendered = Object.fromEntries(overlays.map((overlay) => [overlay, render(folderOf(overlay))]));
const objectsOf = (overlay: string) => rendered[overlay] ?? [];
const everything = overlays.flatMap(objectsOf);

/** The parts of a pod that the tests look at. */
interface Pod {
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  securityContext: Record<string, unknown>;
  containers: {
    name: string;
    image: string;
    env?: { name: string; value?: string }[];
    envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string; optional?: boolean } }[];
    ports?: { name: string; containerPort: number }[];
    securityContext: Record<string, unknown>;
    volumeMounts: { name: string; mountPath: string }[];
    [probe: string]: unknown;
  }[];
  volumes: { name: string; secret?: { secretName: string } }[];
}
const podsIn = (objects: Rendered[]) =>
  objects
    .filter(({ kind }) => kind === "Deployment" || kind === "Job")
    .map((object) => ({
      name: object.metadata.name,
      kind: object.kind,
      pod: (object as unknown as { spec: { template: { spec: Pod } } }).spec.template.spec,
    }));
const dataOf = (name: string, overlay = "production") =>
  (
    objectsOf(overlay).find(({ kind, metadata }) => kind === "ConfigMap" && metadata.name === name) as unknown as {
      data: Record<string, string>;
    }
  ).data;

test.each(overlays)("every object of %s has only fields that its kind has", async (overlay) => {
  expect(objectsOf(overlay).length).toBeGreaterThan(40);
  expect(await strictProblems(objectsOf(overlay))).toEqual([]);
});

test("a field that Kubernetes does not know is found, wherever it is", async () => {
  const [deployment] = objectsOf("local").filter(({ kind }) => kind === "Deployment");
  const text = JSON.stringify(deployment).replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"');
  expect(await strictProblems([Rendered.parse(JSON.parse(text))])).toEqual([expect.stringMatching(/readOnlyRootFileSystem/)]);
});

test.for(overlays)("our rendering of %s is kustomize's own", (overlay, { skip }) => {
  const kubectl = ["/usr/bin/kubectl", "/usr/local/bin/kubectl"].find(existsSync);
  if (kubectl === undefined) return skip("kubectl is not there to compare with");
  const theirs = parseAllDocuments(execFileSync(kubectl, ["kustomize", folderOf(overlay)], { encoding: "utf8" })).map(
    (document) => document.toJS() as Rendered,
  );
  const sorted = (objects: Rendered[]) => objects.toSorted((a, b) => (a.kind + a.metadata.name).localeCompare(b.kind + b.metadata.name));
  expect(sorted(objectsOf(overlay))).toEqual(sorted(theirs));
});

test("every engine of the roster runs, and every image is a service with a main", () => {
  const names = podsIn(objectsOf("production")).map(({ name }) => name);
  for (const engine of engineNames) expect(names).toContain(engineRole(engine));
  expect(names.filter((name) => !existsSync(`${root}services/${name}/src/main.ts`))).toEqual([]);
});

test("no container runs as root, writes to its root or keeps a capability", () => {
  const pods = podsIn(everything);
  expect(pods.length).toBeGreaterThan(15);
  for (const { pod } of pods) {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } });
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        runAsNonRoot: true,
        capabilities: { drop: ["ALL"] },
      });
  }
});

test("probes ask for paths that the runtime serves, on the port that the pod names and the service listens on", () => {
  const served = codeOf("shared/runtime");
  for (const { pod } of podsIn(everything).filter(({ kind }) => kind === "Deployment"))
    for (const container of pod.containers) {
      const port = container.ports?.find(({ name }) => name === "probe")?.containerPort;
      expect(container.env).toContainEqual({ name: "PROBE_PORT", value: String(port) });
      for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
        const { httpGet } = container[probe] as { httpGet: { path: string; port: string } };
        expect(httpGet.port).toBe("probe");
        expect(served).toContain(`case "${httpGet.path}":`);
      }
    }
});

test("an update loses nothing: the new pod is ready before an old one leaves, which is given the time that leaving takes", () => {
  const drainMs = Number(/const SHUTDOWN_MS = ([\d_]+);/.exec(codeOf("shared/runtime"))?.[1]?.replaceAll("_", ""));
  // A service with a longer time of its own would need its own figure here.
  expect(codeOf("services/*")).not.toMatch(/shutdownMs:/);
  const deployments = everything.filter(({ kind }) => kind === "Deployment");
  const scaled = new Set(
    everything.filter(({ kind }) => /Scale/.test(kind) || kind === "HorizontalPodAutoscaler").map(({ metadata }) => metadata.name),
  );
  for (const object of deployments) {
    const { strategy } = (object as unknown as { spec: { strategy: unknown } }).spec;
    const surge = { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    expect(strategy, object.metadata.name).toEqual(scaled.has(object.metadata.name) ? surge : { type: "Recreate" });
  }
  expect(scaled.size).toBeGreaterThan(6);
  for (const { pod } of podsIn(deployments))
    for (const { lifecycle } of pod.containers) {
      const { preStop } = lifecycle as { preStop: { sleep: { seconds: number } } };
      expect(preStop.sleep.seconds).toBeGreaterThanOrEqual(5);
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(preStop.sleep.seconds + drainMs / 1000 + 5);
    }
});

test("every variable is one that the service's code reads", () => {
  const shared = codeOf("shared/runtime", "shared/engine", "shared/evm");
  const readBy = (names: string[], code: string) => names.filter((name) => !code.includes(name));
  for (const { name, pod } of podsIn(everything))
    for (const { env = [] } of pod.containers)
      expect(
        readBy(
          env.map((variable) => variable.name),
          shared + codeOf(`services/${name}`),
        ),
      ).toEqual([]);
  const somebody = shared + codeOf("services/*");
  for (const overlay of overlays) {
    expect(readBy(Object.keys(dataOf("settings", overlay)), somebody)).toEqual([]);
    expect(readBy(Object.keys(dataOf("sources", overlay)), somebody)).toEqual([]);
  }
});

test("secrets are named and never held, and each pod has the seed of its own role only", () => {
  expect(everything.filter(({ kind }) => kind === "Secret")).toEqual([]);
  for (const { name, pod } of podsIn(everything)) {
    const seeds = pod.volumes.flatMap(({ secret }) => secret?.secretName ?? []).filter((secret) => secret.startsWith("nkey-"));
    const role = name === "collector-bluesky" ? "collector" : name;
    expect(seeds).toEqual([`nkey-${role}`]);
    expect(roles).toContain(role);
  }
});

test("scalers follow consumers that the provisioner declares", () => {
  const scaled = objectsOf("production").filter(({ kind }) => kind === "ScaledObject");
  const declared = [durables.resolver, ...engineNames.map(durables.engine)];
  const triggers = scaled.flatMap(
    (object) => (object as unknown as { spec: { triggers: { metadata: Record<string, string> }[] } }).spec.triggers,
  );
  expect(new Set(triggers.map(({ metadata }) => metadata["consumer"]))).toEqual(new Set(declared));
  for (const { metadata } of triggers) expect(metadata).toMatchObject({ stream: streams.analysis, account: "TSA" });
});

test("everybody is behind a network policy, and only those who ask the world reach it", () => {
  const policies = objectsOf("production").filter(({ kind }) => kind === "NetworkPolicy");
  const reaches = policies.filter((policy) => JSON.stringify(policy).includes("0.0.0.0/0")).map(({ metadata }) => metadata.name);
  expect(reaches.toSorted()).toEqual([...engineNames.map(engineRole), "resolver", "collector-bluesky", "notifier"].toSorted());
  const names = policies.map(({ metadata }) => metadata.name);
  for (const { name } of podsIn(objectsOf("production"))) expect(names).toContain(name);
});

test("payments are turned on by one secret, and their overlay opens the gateway's way to facilitator and nodes and changes nothing else", () => {
  const told = podsIn(objectsOf("production")).flatMap(({ name, pod }) =>
    pod.containers.flatMap(({ envFrom = [] }) => envFrom.flatMap(({ secretRef }) => (secretRef ? [{ to: name, ...secretRef }] : []))),
  );
  expect(told.filter(({ to, name }) => to === "gateway" || name === "gateway-payments")).toEqual([
    { to: "gateway", name: "gateway-payments", optional: true },
  ]);

  const known = new Set(objectsOf("production").map((object) => JSON.stringify(object)));
  const added = objectsOf("production-payments").filter((object) => !known.has(JSON.stringify(object)));
  expect(objectsOf("production-payments")).toHaveLength(known.size + 1);
  const publicly = objectsOf("production")
    .filter(({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === "notifier")
    .flatMap((policy) => (policy as unknown as { spec: { egress: object[] } }).spec.egress.slice(-1));
  expect(added).toMatchObject([
    { kind: "NetworkPolicy", spec: { podSelector: { matchLabels: { "app.kubernetes.io/name": "gateway" } }, egress: publicly } },
  ]);
});

test.each(clusters)("the broker of %s has the accounts and permissions of npm start, and every role's key", (overlay) => {
  const values = parse(readFileSync(`${root}deploy/kubernetes/broker/values-${overlay}.yaml`, "utf8")) as {
    config: { cluster: { replicas: number }; merge: Record<string, unknown> };
    configMap: { merge: { data: Record<string, string> } };
    container: { env: Record<string, unknown> };
  };
  expect(values.configMap.merge.data["permissions.conf"]).toBe(renderPermissions());
  expect(Object.keys(values.container.env)).toEqual(roles.map(nkeyVariable));
  expect(values.config.cluster.replicas).toBe(Number(dataOf("settings", overlay)["PROVISIONER_REPLICAS"]));
});
