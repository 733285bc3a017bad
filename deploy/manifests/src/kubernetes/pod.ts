import type { IPodTemplateSpec } from "kubernetes-models/v1/PodTemplateSpec";
import { HTTP_PORT, PROBE_PORT, type Workload } from "../workloads.ts";
import { labelsOf, ownSources, PAYMENTS_SECRET, PEPPER_SECRET, seedSecret, SETTINGS, SOURCES, WEBHOOK_SECRET } from "./names.ts";

type PodSpec = NonNullable<IPodTemplateSpec["spec"]>;
type Container = PodSpec["containers"][number];

const SECRETS = "/run/secrets/tsa";
const UID = 1000;

/** What the restricted pod security standard asks for, and a root that nobody writes to. */
export const restrictedPod = {
  automountServiceAccountToken: false,
  enableServiceLinks: false,
  securityContext: { runAsNonRoot: true, runAsUser: UID, runAsGroup: UID, fsGroup: UID, seccompProfile: { type: "RuntimeDefault" } },
} satisfies Partial<PodSpec>;

export const restrictedContainer = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  capabilities: { drop: ["ALL"] },
} satisfies Container["securityContext"];

/** A service's image; the overlays say whose registry and which tag. */
export const imageOf = (service: string): string => `token-sentiment/${service}`;

/** How a role finds its seed: one secret, one file, readable by the service's group alone. */
export const seedOf = (role: Workload["role"]) => ({
  env: [{ name: "NATS_NKEY_SEED_FILE", value: `${SECRETS}/nkey/seed` }],
  mounts: [{ name: "nkey", mountPath: `${SECRETS}/nkey`, readOnly: true }],
  volumes: [{ name: "nkey", secret: { secretName: seedSecret(role), defaultMode: 0o440 } }],
});

const probe = (path: string, more: object = {}) => ({ httpGet: { path, port: "probe" }, periodSeconds: 5, timeoutSeconds: 3, ...more });

/** The pod of a service: restricted, probed on its own port, told its settings by reference. */
export function podOf({ name, role, asksOutside, sealsWebhooks = false, port, memory }: Workload): IPodTemplateSpec {
  const seed = seedOf(role);
  const gateway = port === undefined ? [] : [{ name: "http", containerPort: HTTP_PORT }];
  const webhooks = sealsWebhooks ? [{ name: "webhooks", mountPath: `${SECRETS}/webhooks`, readOnly: true }] : [];
  const pepper = { name: "pepper", mountPath: `${SECRETS}/pepper`, readOnly: true };
  const env = [
    { name: "PROBE_PORT", value: String(PROBE_PORT) },
    ...seed.env,
    ...(port === undefined
      ? []
      : [
          { name: "PORT", value: String(HTTP_PORT) },
          { name: "GATEWAY_HOST", value: "0.0.0.0" },
          { name: "GATEWAY_PEPPER_FILE", value: `${SECRETS}/pepper/pepper` },
        ]),
    ...webhooks.map(({ mountPath }) => ({ name: "WEBHOOK_SECRET_FILE", value: `${mountPath}/secret` })),
  ];
  return {
    metadata: { labels: labelsOf(name) },
    spec: {
      ...restrictedPod,
      // SIGTERM comes after the pause in which endpoints forget the pod; a service is gone 10 s later.
      terminationGracePeriodSeconds: 45,
      topologySpreadConstraints: [
        {
          maxSkew: 1,
          topologyKey: "topology.kubernetes.io/zone",
          whenUnsatisfiable: "ScheduleAnyway",
          labelSelector: { matchLabels: labelsOf(name) },
        },
      ],
      containers: [
        {
          name,
          image: imageOf(name),
          ports: [...gateway, { name: "probe", containerPort: PROBE_PORT }],
          env,
          envFrom: [
            { configMapRef: { name: SETTINGS } },
            ...(asksOutside ? [{ configMapRef: { name: SOURCES } }, { secretRef: { name: ownSources(name), optional: true } }] : []),
            ...(port === undefined ? [] : [{ secretRef: { name: PAYMENTS_SECRET, optional: true } }]),
          ],
          startupProbe: probe("/livez", { periodSeconds: 1, failureThreshold: 60 }),
          livenessProbe: probe("/livez", { periodSeconds: 10, failureThreshold: 6 }),
          readinessProbe: probe("/readyz"),
          lifecycle: { preStop: { sleep: { seconds: 5 } } },
          resources: { requests: { cpu: "100m", memory: memory.request }, limits: { memory: memory.limit } },
          securityContext: restrictedContainer,
          volumeMounts: [{ name: "tmp", mountPath: "/tmp" }, ...seed.mounts, ...(port === undefined ? [] : [pepper]), ...webhooks],
        },
      ],
      volumes: [
        { name: "tmp", emptyDir: { sizeLimit: "256Mi" } },
        ...seed.volumes,
        ...(port === undefined ? [] : [{ name: "pepper", secret: { secretName: PEPPER_SECRET, defaultMode: 0o440 } }]),
        ...webhooks.map(({ name: volume }) => ({ name: volume, secret: { secretName: WEBHOOK_SECRET, defaultMode: 0o440 } })),
      ],
    },
  };
}
