import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { followLog, parseLogLine } from "./service-log.ts";

test("a log line gives its level, its message and the error it tells of", () => {
  expect(parseLogLine('{"level":"error","msg":"lost","err":{"message":"closed"}}')).toMatchObject({
    level: "error",
    msg: "lost",
    err: { message: "closed" },
  });
});

test("what is no log line is passed over", () => {
  expect(parseLogLine("Node.js v24")).toBeUndefined();
  expect(parseLogLine('{"level":30}')).toBeUndefined();
  expect(parseLogLine("{broken")).toBeUndefined();
});

test("only lines appended since are followed, whole ones, in order", () => {
  const dir = mkdtempSync(join(tmpdir(), "tsa-log-"));
  const file = join(dir, "x.log");
  appendFileSync(file, "before\n");
  const lines: string[] = [];
  const log = followLog(file, (line) => lines.push(line));
  appendFileSync(file, "on");
  appendFileSync(file, "e\ntwo\nhalf");
  log.end();
  expect(lines).toEqual(["one", "two"]);
  rmSync(dir, { recursive: true });
});
