import { createLog } from "@token-sentiment/runtime";
import { expect, test } from "vitest";
import { createNotes } from "./notes.ts";

const log = createLog("silent", { service: "engine", version: "test", instance: "test" });

test("a note that cannot be read is none, and one that cannot be kept costs nothing", async () => {
  const down = async () => Promise.reject(new Error("no broker"));
  const notes = createNotes("market", { get: down, put: down }, log);
  expect(await notes.read("any")).toBeUndefined();
  await expect(notes.write("any", { at: 1 })).resolves.toBeUndefined();
});
