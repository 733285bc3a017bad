import { setTimeout as delay } from "node:timers/promises";
import type { Load } from "./load.ts";
import type { World } from "./world.ts";

const AT_ONCE = 100;

/** Opens `count` long-polls and event streams on jobs that are under way, and goes away from each within half a second. Answers how many were left so. */
export async function abortWaiters({ all }: World, { load, random, count }: { load: Load; random: () => number; count: number }) {
  let [begun, aborted] = [0, 0];
  const client = async (): Promise<void> => {
    while (begun < count) {
      begun++;
      const open = load.jobs.findLast(({ jobId, endedAt }) => jobId !== undefined && endedAt === 0) ?? load.jobs.at(-1);
      const url = `${all.urls[begun % all.urls.length]}/api/agent/${open?.jobId}`;
      const leave = AbortSignal.timeout(Math.floor(random() * 500));
      const headers = { authorization: `Bearer ${all.key}` };
      await fetch(random() < 0.5 ? `${url}?wait=20` : `${url}/events`, { headers, signal: leave })
        .then((answer) => answer.text())
        .catch(() => aborted++);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return aborted;
}

/** Above the client's wait before it connects again, 0.5 to 0.7 s. */
const AGAIN_MS = 1000;

/** Cuts every connection to the broker until at least `count` were cut. Answers how many. */
export async function cutConnections({ proxy }: World, count: number): Promise<number> {
  if (!proxy) return 0;
  let cut = 0;
  while (cut < count) {
    cut += proxy.connections();
    proxy.sever();
    await delay(AGAIN_MS);
  }
  return cut;
}
