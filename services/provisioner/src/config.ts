import { z } from "zod";

const count = z.coerce.number().int().positive();

/** What the provisioner decides for everyone. */
export const config = z.object({
  /** Copies of each stream: 1 on a single node, 3 on a cluster. */
  PROVISIONER_REPLICAS: count.max(5).default(1),
  /** Bytes for facts; rows get twice as much. About 20 KB a job: 512 MiB hold 25,000 jobs a day. */
  PROVISIONER_MAX_BYTES: count.default(512 * 1024 * 1024),
  /** Analyses at once; the gateway reads the same variable. */
  GATEWAY_CAPACITY: count.default(64),
});
