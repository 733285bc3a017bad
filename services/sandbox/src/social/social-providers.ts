import type { Provider } from "../web/provider.ts";
import type { WorldToken } from "../world.ts";
import { openArchive } from "./archive.ts";
import { farcaster } from "./farcaster.ts";
import { mastodon } from "./mastodon.ts";
import { stocktwits } from "./stocktwits.ts";

/** The social platforms of the sandbox: what people write about the world's tokens, as each platform tells it. `now` in epoch ms. */
export function socialProviders(world: readonly WorldToken[], now: () => number): Provider[] {
  const archive = openArchive(world, now);
  return [stocktwits(archive, now), farcaster(archive, now), mastodon(archive, now)];
}
