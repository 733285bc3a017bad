import { readFileSync } from "node:fs";
import { NODE_FLAGS } from "@token-sentiment/local";
import { expect, test } from "vitest";

const dockerfile = readFileSync(new URL("../../Dockerfile", import.meta.url), "utf8");

test("an image starts Node with the flags of `npm start`, and compiles with them: V8 takes back only what was compiled with its own", () => {
  expect(dockerfile).toContain(`CMD ${JSON.stringify(["node", ...NODE_FLAGS, "service/src/main.ts"]).replaceAll(",", ", ")}`);
  expect(dockerfile).toContain(`node ${NODE_FLAGS.join(" ")} service/src/main.ts 2>&1`);
});
