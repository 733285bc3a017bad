/** Where posts are read. */
export type Platform = "stocktwits" | "farcaster" | "mastodon" | "bluesky" | "4chan" | "reddit" | "telegram";

/** One post as every source gives it. Plain data: it crosses to the worker. */
export interface Post {
  platform: Platform;
  /** Unique within its platform. */
  id: string;
  /** `platform:id` of its author. */
  author: string;
  /** Who wrote it cannot be told, or is one voice by nature: not counted among authors against posts. */
  anonymous?: true;
  /** When the account was made, epoch ms. */
  authorSince?: number;
  /** How many follow its author. */
  followers?: number;
  /** Plain text: no markup, no control characters. */
  text: string;
  /** Epoch ms. */
  at: number;
  /** Links it carries besides those in its text. */
  urls?: readonly string[];
  /** The post it passes on unchanged. */
  repostOf?: string;
  /** The post it answers. */
  replyTo?: string;
}
