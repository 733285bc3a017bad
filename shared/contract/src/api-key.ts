import { z } from "zod";

/** A key's public name: it stands in subjects, in lists and in usage. */
export const ApiKeyId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** An API key as the broker keeps it, under the SHA-256 of its secret; the secret itself is kept nowhere. Times are epoch ms of whoever wrote it. */
export const ApiKey = z.looseObject({
  id: ApiKeyId,
  /** Whose it is, for people. */
  name: z.string().min(1).max(64).optional(),
  created_at: z.int().nonnegative(),
  /** From then on it opens nothing. */
  revoked_at: z.int().nonnegative().optional(),
});
export type ApiKey = z.infer<typeof ApiKey>;
