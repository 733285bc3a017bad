import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationInput } from "../evaluation.ts";
import { coRetweetUsers } from "./qut-reference.ts";
import { readQuotedCsv, readText } from "./read.ts";

const CASE = /\(\((\d+), (\d+), (True|False)\), (\d+)\)/g;

/** QUT's own test cases: how many users its co-retweet network has at each window, weight and choice of loops. */
export function evaluateQut(folder: string, { say }: EvaluationInput): void {
  const [input, test] = [join(folder, "coretweet_test_input.csv"), join(folder, "test_graph_construction.py")];
  if (!existsSync(input) || !existsSync(test)) return say("qut: no coretweet_test_input.csv or no test_graph_construction.py");
  const reposts = readQuotedCsv(input)
    .filter(({ repost_id }) => repost_id !== "")
    .map(({ message_id = "", user_id = "", repost_id = "", timestamp }) => ({
      message: message_id,
      user: user_id,
      of: repost_id,
      at: Number(timestamp),
    }));
  const cases = [...readText(test).matchAll(CASE)].map(([, window, weight, loops, expected]) => {
    const found = coRetweetUsers(reposts, { window: Number(window), weight: Number(weight), loops: loops === "True" }).size;
    return { found, expected: Number(expected) };
  });
  say(
    `qut: ${cases.filter(({ found, expected }) => found === expected).length} of ${cases.length} node counts as published (${cases.map(({ found, expected }) => `${found}/${expected}`).join(", ")})`,
  );
}
