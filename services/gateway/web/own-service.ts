import type { Client } from "@token-sentiment/client";

/** What the service answers at `path`, as its schema says: the page and the service are of one release. Undefined where it cannot be had. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names what the path's schema says
export async function readOwn<T>(client: Client, path: string, signal?: AbortSignal): Promise<T | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (await client.read(path, signal).catch(() => undefined)) as T | undefined;
}
