import { UnavailableError } from "@token-sentiment/engine";
import { expect, test } from "vitest";
import { createBatcher } from "./batches.ts";
import type { Post } from "./json-rpc.ts";

const { signal } = new AbortController();
const seven = Array.from({ length: 7 }, (_, index) => ({ method: "eth_blockNumber", params: [index] }));

/** An endpoint that answers each call with its parameter, and batches only up to a size. */
function endpoint(largest: number, refuse: () => unknown): { post: Post; sizes: number[] } {
  const sizes: number[] = [];
  const answer = ({ id, params: [given] }: { id: number; params: number[] }) => ({ id, result: `0x${given}` });
  const post: Post = async (body) => {
    sizes.push(Array.isArray(body) ? body.length : 0);
    if (!Array.isArray(body)) return answer(body as Parameters<typeof answer>[0]);
    return body.length > largest ? refuse() : body.map(answer);
  };
  return { post, sizes };
}
const all = seven.map((_, index) => ({ kind: "ok", result: `0x${index}` }));
const status = (code: number) => () => Promise.reject(new UnavailableError("evm-1-2 answered", { status: code }));

test("an endpoint that takes batches gets one", async () => {
  const { post, sizes } = endpoint(100, status(500));
  expect(await createBatcher(post)(seven, signal)).toEqual(all);
  expect(sizes).toEqual([7]);
});

test.each([500, 400, 413])("an endpoint that answers large batches with status %i gets threes from then on", async (code) => {
  const { post, sizes } = endpoint(3, status(code));
  const send = createBatcher(post);
  expect(await send(seven, signal)).toEqual(all);
  expect(sizes).toEqual([7, 3, 3, 1]);
  expect(await send(seven, signal)).toEqual(all);
  expect(sizes.slice(4)).toEqual([3, 3, 1]);
});

test("an endpoint that takes no batch gets each call alone", async () => {
  const { post, sizes } = endpoint(0, () => ({ id: null, error: { code: -32_600, message: "batches are not supported" } }));
  expect(await createBatcher(post)(seven, signal)).toEqual(all);
  expect(sizes).toEqual([7, 3, 0, 0, 0, 0, 0, 0, 0]);
});

test.each([401, 403, 404, 429])("status %i is not about the size", async (code) => {
  const { post, sizes } = endpoint(3, status(code));
  await expect(createBatcher(post)(seven, signal)).rejects.toThrow(UnavailableError);
  expect(sizes).toEqual([7]);
});

test("an endpoint that once took a batch of any size is not asked in parts when it fails later", async () => {
  let fails = false;
  const { post, sizes } = endpoint(100, status(500));
  const send = createBatcher((body, at) => (fails ? status(503)() : post(body, at)));
  await send(seven, signal);
  fails = true;
  await expect(send(seven, signal)).rejects.toThrow(UnavailableError);
  fails = false;
  await send(seven, signal);
  expect(sizes).toEqual([7, 7]);
});

test("a part that is lost costs its calls and no others", async () => {
  let posts = 0;
  const { post } = endpoint(3, status(500));
  const send = createBatcher((body, at) => ((posts += 1) === 3 ? Promise.reject(new UnavailableError("cut off")) : post(body, at)));
  expect((await send(seven, signal)).map(({ kind }) => kind)).toEqual(["ok", "ok", "ok", "refused", "refused", "refused", "ok"]);
});
