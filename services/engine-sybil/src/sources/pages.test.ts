import { expect, test } from "vitest";
import type { Post } from "../post.ts";
import { type Page, readPages } from "./pages.ts";

const at = (time: number): Post => ({ at: time }) as Post;
const pagesOf =
  (pages: Post[][]) =>
  async (cursor: number | undefined): Promise<Page<number>> => {
    const index = cursor ?? 0;
    return { posts: pages[index] ?? [], next: index + 1 < pages.length ? index + 1 : undefined };
  };

test("one backdated post does not end the reading", async () => {
  const pages = [
    [at(100), at(1), at(90)],
    [at(80), at(70), at(60)],
  ];
  const { posts, since } = await readPages(pagesOf(pages), { since: 50, maxPages: 5 });
  expect(posts).toHaveLength(6);
  expect(since).toBe(50);
});

test("it stops at the page that lies before the window", async () => {
  const pages = [[at(100), at(90)], [at(80), at(10), at(5)], [at(4)]];
  expect((await readPages(pagesOf(pages), { since: 50, maxPages: 5 })).posts).toHaveLength(5);
});

test("cut short, it claims no more than it has read, whatever a backdated post says", async () => {
  const pages = [[at(100), at(1), at(90)], [at(80)]];
  expect(await readPages(pagesOf(pages), { since: 50, maxPages: 1 })).toMatchObject({ since: 90 });
});
