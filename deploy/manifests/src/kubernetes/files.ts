import { generatedYaml } from "../generated-yaml.ts";
import { workloads } from "../workloads.ts";
import { brokerValues } from "./broker-values.ts";
import { NAMESPACE } from "./names.ts";
import { namespaceFile } from "./namespace-file.ts";
import { paymentsPolicy } from "./network-policy.ts";
import { base, ingress, local, payments, production } from "./overlays.ts";
import { provisionerFile } from "./provisioner-file.ts";
import { serviceFile } from "./service-file.ts";

interface Manifest {
  kind: string;
  metadata?: { name?: string; namespace?: string } | undefined;
}

/** Everything but the namespace itself is in it. */
const placed = <M extends Manifest>(manifest: M): M =>
  manifest.kind === "Namespace" ? manifest : { ...manifest, metadata: { ...manifest.metadata, namespace: NAMESPACE } };

const file = (manifests: readonly Manifest[]): string => generatedYaml(...manifests.map(placed));

/** Every generated file below deploy/kubernetes, by its path there. `version` is the release that production runs. */
export function kubernetesFiles(version: string): Record<string, string> {
  const services: Record<string, string> = {
    "namespace.yaml": file(namespaceFile()),
    "provisioner.yaml": file(provisionerFile()),
    ...Object.fromEntries(workloads.map((workload) => [`${workload.name}.yaml`, file(serviceFile(workload))])),
  };
  const named = (folder: string, files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
  return {
    ...named("base", { ...services, "kustomization.yaml": generatedYaml(base(Object.keys(services))) }),
    ...named("overlays/local", { "kustomization.yaml": generatedYaml(local()) }),
    ...named("overlays/production", { "kustomization.yaml": generatedYaml(production(version)), "ingress.yaml": file([ingress]) }),
    ...named("overlays/production-payments", {
      "kustomization.yaml": generatedYaml(payments()),
      "network-policy.yaml": file([paymentsPolicy]),
    }),
    "broker/values-local.yaml": generatedYaml(brokerValues({ nodes: 1, disk: "10Gi", syncInterval: "always" })),
    "broker/values-production.yaml": generatedYaml(brokerValues({ nodes: 3, disk: "100Gi", syncInterval: "2m" })),
  };
}
