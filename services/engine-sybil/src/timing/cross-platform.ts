import type { Platform } from "../post.ts";
import type { Burst } from "./bursts.ts";

/** Two bursts on two platforms that began together. */
export interface CrossPlatformBurst {
  /** Between the onsets, at least 1: `max(1, ceil(gap / 60 s))`. */
  minutes: number;
  platforms: [Platform, Platform];
  bursts: [Burst, Burst];
}

const MAX_GAP_MS = 60 * 60_000;

/** The two bursts on different platforms whose onsets are closest, within an hour; undefined when there are none. */
export function crossPlatformBurst(bursts: readonly { platform: Platform; burst: Burst }[]): CrossPlatformBurst | undefined {
  const inOrder = bursts.toSorted((a, b) => a.burst.at - b.burst.at || a.platform.localeCompare(b.platform, "en"));
  let [best, gap]: [CrossPlatformBurst | undefined, number] = [undefined, MAX_GAP_MS + 1];
  for (const [index, early] of inOrder.entries()) {
    const late = inOrder.slice(index + 1).find(({ platform }) => platform !== early.platform);
    if (!late || late.burst.at - early.burst.at >= gap) continue;
    gap = late.burst.at - early.burst.at;
    const minutes = Math.max(1, Math.ceil(gap / 60_000));
    best = { minutes, platforms: [early.platform, late.platform], bursts: [early.burst, late.burst] };
  }
  return best;
}
