import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { conversationStarts } from "./conversations.ts";

const post = (id: string, replyTo?: string, platform: Post["platform"] = "farcaster"): Post => ({
  platform,
  id,
  author: id,
  text: "",
  at: 0,
  ...(replyTo !== undefined && { replyTo }),
});

test("a post and its answers, and their answers, are one conversation", () => {
  expect([...conversationStarts([post("a"), post("b", "a"), post("c", "b"), post("d"), post("e", "a")])]).toEqual([0, 3]);
});

test("answers to a post that was not read are one conversation, and ids of other platforms are others", () => {
  expect([...conversationStarts([post("b", "old"), post("c", "old"), post("d", "old", "mastodon")])]).toEqual([0, 2]);
});
