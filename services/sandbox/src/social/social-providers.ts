import type { Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { openArchive } from "./archive.ts";
import { bluesky } from "./bluesky.ts";
import { farcaster } from "./farcaster.ts";
import { fourchan } from "./fourchan.ts";
import { mastodon } from "./mastodon.ts";
import { createRateLimit } from "./rate-limit.ts";
import { reddit } from "./reddit.ts";
import { stocktwits } from "./stocktwits.ts";
import { telegram } from "./telegram.ts";

const MINUTE = 60_000;
/** On loopback nobody minds: as often as 1,000 strangers may ask the real ones. */
const STRANGERS = 1000;

/**
 * The social platforms of the sandbox: what people write about the world's tokens, as each platform tells it. `now` in epoch ms; each allows
 * what the real one allows `strangers` addresses together, then answers 429.
 */
export function socialProviders(world: readonly WorldToken[], now: () => number, { strangers = STRANGERS } = {}): Provider[] {
  const archive = openArchive(world, now);
  const rate = (calls: number, perMs: number) => createRateLimit({ calls: calls * strangers, perMs }, now);
  return [
    stocktwits(archive, rate(200, 60 * MINUTE)),
    farcaster(archive, rate(300, MINUTE)),
    mastodon(archive, rate(300, 5 * MINUTE)),
    bluesky(world, now),
    fourchan(world, now, rate(60, MINUTE)),
    reddit(world, now, rate(2, MINUTE)),
    telegram(world, now),
  ];
}
