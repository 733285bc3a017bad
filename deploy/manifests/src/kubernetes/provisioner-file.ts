import type { IJob } from "kubernetes-models/batch/v1/Job";
import { labelsOf, SETTINGS } from "./names.ts";
import { networkPolicyOf } from "./network-policy.ts";
import { imageOf, restrictedContainer, restrictedPod, seedOf } from "./pod.ts";

const NAME = "provisioner";

/** Declares streams, buckets and consumers, and ends. A Job does not change: an update deletes it first (docs/operations.md). */
const job = (): IJob => {
  const seed = seedOf(NAME);
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: NAME, labels: labelsOf(NAME) },
    spec: {
      backoffLimit: 10,
      ttlSecondsAfterFinished: 3600,
      template: {
        metadata: { labels: labelsOf(NAME) },
        spec: {
          ...restrictedPod,
          restartPolicy: "OnFailure",
          containers: [
            {
              name: NAME,
              image: imageOf(NAME),
              env: seed.env,
              envFrom: [{ configMapRef: { name: SETTINGS } }],
              resources: { requests: { cpu: "50m", memory: "96Mi" }, limits: { memory: "256Mi" } },
              securityContext: restrictedContainer,
              volumeMounts: [{ name: "tmp", mountPath: "/tmp" }, ...seed.mounts],
            },
          ],
          volumes: [{ name: "tmp", emptyDir: { sizeLimit: "16Mi" } }, ...seed.volumes],
        },
      },
    },
  };
};

/** Everything of the provisioner. */
export const provisionerFile = () => [job(), networkPolicyOf({ name: NAME, asksOutside: false })];
