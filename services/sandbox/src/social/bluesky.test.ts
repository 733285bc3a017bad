import { expect, test } from "vitest";
import { bluesky } from "./bluesky.ts";

const HOUR = 3_600_000;
const START = 500_000 * HOUR;

test("whoever comes back hours later with a cursor finds no hole in the stream", () => {
  let time = START;
  const provider = bluesky([], () => time);
  const connect = (cursor: number): number[] => {
    const heard: number[] = [];
    const closing = new AbortController();
    const send = (text: string) => heard.push(Number(/"time_us":(\d+)/.exec(text)?.[1]) / 1000);
    provider.stream?.(
      { path: "/subscribe", query: new URLSearchParams({ cursor: `${cursor * 1000}` }) },
      {
        send,
        cut: () => undefined,
        closed: closing.signal,
      },
    );
    closing.abort();
    return heard;
  };
  connect(START - HOUR);
  time = START + 5 * HOUR;
  const heard = connect(START + 2 * HOUR);
  const holes = [START + 2 * HOUR, ...heard].slice(0, -1).map((at, index) => (heard[index] ?? 0) - at);
  expect(Math.min(...holes)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...holes)).toBeLessThanOrEqual(4 * 60_000);
  expect(heard.at(-1)).toBe(time);
});
